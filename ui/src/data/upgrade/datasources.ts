/** Data sources named by text become references. */
import type { DataSourceRef } from '../dashboard';
import { objectOf, objectsOf, type JsonObject } from './json';

export interface UpgradeOptions {
  /** Turns the name of a data source into its reference; without it the name stands in `uid`. */
  dataSource?: (name: string) => DataSourceRef | undefined;
}

const BUILT_IN: Record<string, DataSourceRef> = {
  '-- Mixed --': { type: 'datasource', uid: '-- Mixed --' },
  '-- Dashboard --': { type: 'datasource', uid: '-- Dashboard --' },
  '-- Grafana --': { type: 'datasource', uid: 'grafana' },
};

export function upgradeDataSources(
  dashboard: JsonObject,
  panels: JsonObject[],
  options: UpgradeOptions,
  note: (text: string) => void,
): void {
  const targets = panels.flatMap((panel) => [panel, ...objectsOf(panel['targets'])]);
  const annotations = objectsOf(objectOf(dashboard['annotations'])['list']);
  const variables = objectsOf(objectOf(dashboard['templating'])['list']);
  let changed = 0;
  for (const holder of [...targets, ...annotations, ...variables]) {
    const stored = holder['datasource'];
    if (typeof stored !== 'string') continue;
    holder['datasource'] = reference(stored, options);
    changed += 1;
  }
  if (changed > 0) note(`${changed} data source names became references`);
}

/** `null` is the default data source. */
function reference(name: string, options: UpgradeOptions): DataSourceRef | null {
  if (name === '' || name === 'default') return null;
  const variable = /^\$\{?(\w+)\}?$|^\[\[(\w+)\]\]$/.exec(name);
  if (variable) return { uid: `\${${variable[1] ?? variable[2]}}` };
  return BUILT_IN[name] ?? options.dataSource?.(name) ?? { uid: name };
}
