import { definePanel } from '@vedette/sdk';
import { fieldOptions, options } from './options';
import { suggest } from './suggest';
import { TimeSeriesPanel } from './TimeSeriesPanel';
import { onTypeChange } from './typeChange';

export default definePanel({
  api: 1,
  options,
  fieldOptions,
  standard: {
    color: { byValue: true, bySeries: true },
    defaults: { color: { mode: 'palette-classic' } },
  },
  suggest,
  onTypeChange,
  Panel: TimeSeriesPanel,
});
