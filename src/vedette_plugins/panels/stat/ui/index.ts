import { definePanel } from '@vedette/sdk';
import { options, type StatOptions } from './options';
import { StatPanel } from './StatPanel';

export default definePanel<StatOptions>({
  api: 1,
  id: 'stat',
  name: 'Stat',
  description: 'One large value per series, with an optional sparkline.',
  options,
  Panel: StatPanel,
});
