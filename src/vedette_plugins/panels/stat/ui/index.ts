import { definePanel } from '@vedette/sdk';
import { options, type StatOptions } from './options';
import { StatPanel } from './StatPanel';

export default definePanel<StatOptions>({
  api: 1,
  options,
  Panel: StatPanel,
});
