import { definePanel } from '@vedette/sdk';
import { LogsPanel } from './LogsPanel';
import { options, type LogsOptions } from './options';

export default definePanel<LogsOptions>({
  api: 1,
  options,
  Panel: LogsPanel,
});
