import { definePanel } from '@vedette/sdk';
import { AlertListPanel } from './AlertListPanel';
import { migrate, options, type AlertListOptions } from './options';

export default definePanel<AlertListOptions>({
  api: 1,
  id: 'alertlist',
  name: 'Alert list',
  description: 'Alert rules and their current alerts.',
  needsData: false,
  options,
  migrate,
  Panel: AlertListPanel,
});
