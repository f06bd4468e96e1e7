import { definePanel } from '@vedette/sdk';
import { fieldOptions, options } from './options';
import { TimeSeriesPanel } from './TimeSeriesPanel';

export default definePanel({
  api: 1,
  id: 'timeseries',
  name: 'Time series',
  description: 'Lines, bars, areas and points over time.',
  options,
  fieldOptions,
  Panel: TimeSeriesPanel,
});
