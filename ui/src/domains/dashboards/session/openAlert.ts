/** Leaves the dashboard to write an alert rule, with the queries of one panel. */
import { notify } from '../../../kernel/events';
import { goTo } from '../../../kernel/location';
import { alertAddress } from '../model/alertAddress';
import type { LayoutItem } from '../model/layout';
import { scopedValues } from '../model/panelVariables';
import type { Dashboard } from './context';

export function openAlert(
  { uid, stored, sources, latest }: Dashboard,
  { panel, scope }: LayoutItem,
  title: string,
): void {
  const { time, values } = latest();
  const address = alertAddress({
    panel,
    title,
    dashboardUid: uid,
    folderUid: stored.meta.folderUid,
    range: time.range,
    sources,
    values: scopedValues(values.values, scope),
    returnTo: `/d/${uid}`,
  });
  if (address) goTo(address);
  else notify('This panel has no query that an alert rule can use.');
}
