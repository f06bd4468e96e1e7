import { definePanel } from '@vedette/sdk';
import { HeatmapPanel } from './HeatmapPanel';
import { options } from './options';

export default definePanel({
  api: 1,
  id: 'heatmap',
  name: 'Heatmap',
  description: 'Distribution of values over time.',
  options,
  Panel: HeatmapPanel,
});
