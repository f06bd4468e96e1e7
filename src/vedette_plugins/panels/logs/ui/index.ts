import { definePanel } from '@vedette/sdk';
import { LogsPanel } from './LogsPanel';
import { options, type LogsOptions } from './options';

export default definePanel<LogsOptions>({
  api: 1,
  id: 'logs',
  name: 'Logs',
  description: 'Log lines with their level, labels and fields.',
  options,
  Panel: LogsPanel,
});
