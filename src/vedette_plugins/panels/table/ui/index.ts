import { definePanel } from '@vedette/sdk';
import { fieldOptions, options, type TableOptions } from './options';
import { suggest } from './suggest';
import { TablePanel } from './TablePanel';

export default definePanel<TableOptions>({
  api: 1,
  options,
  fieldOptions,
  standard: { color: { byValue: true, preferThresholds: true } },
  suggest,
  Panel: TablePanel,
});
