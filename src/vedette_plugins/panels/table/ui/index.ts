import { definePanel } from '@vedette/sdk';
import { fieldOptions, options, type TableOptions } from './options';
import { TablePanel } from './TablePanel';

export default definePanel<TableOptions>({
  api: 1,
  options,
  fieldOptions,
  Panel: TablePanel,
});
