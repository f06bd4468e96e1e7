import { definePanel } from '@vedette/sdk';
import { HeatmapPanel } from './HeatmapPanel';
import { options } from './options';

export default definePanel({
  api: 1,
  options,
  Panel: HeatmapPanel,
});
