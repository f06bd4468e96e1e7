/**
 * Models of any age brought to the current form, in memory only: the stored file changes when a
 * user saves. Keys that no rule names stay as they are, wherever they stand.
 */
import type { DashboardModel, Json } from '../dashboard';
import { upgradeDataSources, type UpgradeOptions } from './datasources';
import { CURRENT_SCHEMA } from './current';
import { fillDashboard } from './dashboard';
import { isObject, objectsOf, type JsonObject } from './json';
import { upgradePanel } from './panel';
import { numberPanels, rowsToGrid } from './rows';
import { upgradeVariables } from './variables';

export type { UpgradeOptions };

/** `changes` says in words what was done; it is empty for a model that is current. */
export function upgradeDashboard(
  model: Json,
  options: UpgradeOptions = {},
): { model: DashboardModel; changes: string[] } {
  const dashboard: JsonObject = isObject(model) ? structuredClone(model) : {};
  const changes: string[] = [];
  const note = (text: string): void => {
    changes.push(text);
  };
  const version = Number(dashboard['schemaVersion']) || 1;

  fillDashboard(dashboard, note);
  rowsToGrid(dashboard, note);
  numberPanels(dashboard, note);
  upgradeVariables(dashboard, note);
  const panels = allPanels(dashboard);
  for (const panel of panels) upgradePanel(panel, version, note);
  upgradeDataSources(dashboard, panels, options, note);

  if (dashboard['schemaVersion'] !== Math.max(version, CURRENT_SCHEMA)) {
    note(
      `schema version ${String(dashboard['schemaVersion'] ?? 'unset')} became ${Math.max(version, CURRENT_SCHEMA)}`,
    );
    dashboard['schemaVersion'] = Math.max(version, CURRENT_SCHEMA);
  }
  return { model: dashboard as unknown as DashboardModel, changes };
}

/** Panels of the grid and those inside collapsed rows. */
function allPanels(dashboard: JsonObject): JsonObject[] {
  return objectsOf(dashboard['panels']).flatMap((panel) => [panel, ...objectsOf(panel['panels'])]);
}
