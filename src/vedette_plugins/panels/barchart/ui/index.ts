import { definePanel } from '@vedette/sdk';
import { BarChartPanel } from './BarChartPanel';
import { fieldOptions, options } from './options';

export default definePanel({
  api: 1,
  id: 'barchart',
  name: 'Bar chart',
  description: 'Compare values across categories.',
  options,
  fieldOptions,
  Panel: BarChartPanel,
});
