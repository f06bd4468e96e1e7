import { definePanel } from '@vedette/sdk';
import { fieldOptions, options } from './options';
import { PieChartPanel } from './PieChartPanel';

export default definePanel({
  api: 1,
  id: 'piechart',
  name: 'Pie chart',
  description: 'Shares of a whole.',
  options,
  fieldOptions,
  Panel: PieChartPanel,
});
