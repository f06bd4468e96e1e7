import { definePanel } from '@vedette/sdk';
import { fieldOptions, options, type TableOptions } from './options';
import { TablePanel } from './TablePanel';

export default definePanel<TableOptions>({
  api: 1,
  id: 'table',
  name: 'Table',
  description: 'Rows and columns that can be sorted and filtered.',
  options,
  fieldOptions,
  Panel: TablePanel,
});
