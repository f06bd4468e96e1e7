import { definePanel } from '@vedette/sdk';
import { HeatmapPanel } from './HeatmapPanel';
import { options } from './options';

export default definePanel({
  api: 1,
  id: 'heatmap',
  name: 'Heatmap',
  description: 'How often values fell into each bucket, over time.',
  options,
  Panel: HeatmapPanel,
});
