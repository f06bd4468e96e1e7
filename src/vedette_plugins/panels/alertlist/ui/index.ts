import { definePanel } from '@vedette/sdk';
import { AlertListPanel } from './AlertListPanel';
import { migrate, options, type AlertListOptions } from './options';

export default definePanel<AlertListOptions>({
  api: 1,
  needsData: false,
  options,
  standard: { disable: 'all' },
  migrate,
  Panel: AlertListPanel,
});
