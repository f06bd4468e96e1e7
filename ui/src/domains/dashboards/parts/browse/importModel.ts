/** Reads the JSON of a dashboard that somebody wants to import. */

export interface NeededInput {
  name: string;
  label: string;
  description: string;
  kind: 'datasource' | 'constant';
  /** The data source kind asked for, such as `prometheus`. */
  pluginId: string;
  /** Preset of a constant. */
  value: string;
}

export interface ImportCandidate {
  dashboard: Record<string, unknown>;
  title: string;
  uid: string;
  panelCount: number;
  inputs: NeededInput[];
}

/**
 * The dashboard in `text`, bare or wrapped as `{"dashboard": {...}}`. Throws an `Error` whose
 * message says what is wrong with it, in words for a person.
 */
export function readImport(text: string): ImportCandidate {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read';
    throw new Error(`This is not valid JSON: ${reason}.`, { cause: error });
  }
  const dashboard = unwrap(parsed);
  if (!dashboard) throw new Error('This JSON is not a dashboard. It has no panels, rows or title.');
  return {
    dashboard,
    title: asText(dashboard.title),
    uid: asText(dashboard.uid),
    panelCount: countPanels(dashboard),
    inputs: neededInputs(dashboard.__inputs),
  };
}

function unwrap(value: unknown): Record<string, unknown> | null {
  if (!isRecord(value)) return null;
  if (isRecord(value.dashboard)) return unwrap(value.dashboard);
  const isDashboard =
    Array.isArray(value.panels) || Array.isArray(value.rows) || typeof value.title === 'string';
  return isDashboard ? value : null;
}

function neededInputs(value: unknown): NeededInput[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).flatMap((input) => {
    const name = asText(input.name);
    if (name === '') return [];
    return {
      name,
      label: asText(input.label) || name,
      description: asText(input.description),
      kind: input.type === 'datasource' ? ('datasource' as const) : ('constant' as const),
      pluginId: asText(input.pluginId),
      value: asText(input.value),
    };
  });
}

/** Panels of the grid, those inside of rows included. */
function countPanels(dashboard: Record<string, unknown>): number {
  const lists = [
    dashboard.panels,
    ...(Array.isArray(dashboard.rows) ? dashboard.rows.map(panelsOf) : []),
  ];
  let count = 0;
  for (const list of lists) {
    if (!Array.isArray(list)) continue;
    for (const panel of list) {
      if (isRecord(panel) && panel.type === 'row')
        count += Array.isArray(panel.panels) ? panel.panels.length : 0;
      else count += 1;
    }
  }
  return count;
}

function panelsOf(row: unknown): unknown {
  return isRecord(row) ? row.panels : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
