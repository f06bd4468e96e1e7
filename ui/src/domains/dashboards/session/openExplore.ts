/** Leaves the dashboard for Explore, with the queries of one panel. */
import { goTo } from '../../../kernel/location';
import { exploreAddress } from '../model/exploreAddress';
import type { LayoutItem } from '../model/layout';
import { scopedValues } from '../model/panelVariables';
import type { Dashboard } from './context';

/** Stays where the panel asks nothing. */
export function openExplore({ sources, latest }: Dashboard, { panel, scope }: LayoutItem): void {
  const { time, values } = latest();
  const address = exploreAddress(panel, time.range, sources, scopedValues(values.values, scope));
  if (address) goTo(address);
}
