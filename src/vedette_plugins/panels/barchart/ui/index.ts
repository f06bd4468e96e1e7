import { definePanel } from '@vedette/sdk';
import { BarChartPanel } from './BarChartPanel';
import { fieldOptions, options } from './options';
import { suggest } from './suggest';
import { onTypeChange } from './typeChange';

export default definePanel({
  api: 1,
  options,
  fieldOptions,
  standard: { color: { byValue: true }, defaults: { color: { mode: 'palette-classic' } } },
  suggest,
  onTypeChange,
  Panel: BarChartPanel,
});
