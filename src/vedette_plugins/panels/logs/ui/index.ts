import { definePanel } from '@vedette/sdk';
import { LogsPanel } from './LogsPanel';
import { options, type LogsOptions } from './options';
import { suggest } from './suggest';

export default definePanel<LogsOptions>({
  api: 1,
  options,
  standard: { disable: 'all' },
  suggest,
  Panel: LogsPanel,
});
