/** Leaves the dashboard for Explore, with the queries of one panel. */
import { goTo } from '../../../kernel/location';
import { exploreAddress } from '../model/exploreAddress';
import type { LayoutItem } from '../model/layout';
import { scopedValues, type DashboardSession } from './context';

/** Stays where the panel asks nothing. */
export function openExplore(
  { range, sources, values }: DashboardSession,
  { panel, scope }: LayoutItem,
): void {
  const address = exploreAddress(panel, range, sources, scopedValues(values, scope));
  if (address) goTo(address);
}
