/** Models of any age brought to the current form, in memory. */
import type { DashboardModel, Json } from '../dashboard';

export function upgradeDashboard(model: Json): { model: DashboardModel; changes: string[] } {
  return { model: model as unknown as DashboardModel, changes: [] };
}
