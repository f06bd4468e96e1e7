/**
 * What an address asks a new rule to begin with: `/alerting/new?defaults=<JSON>`, as links of
 * Grafana 10.4 write it.
 */
import type { RuleDraft } from './draft';
import { withCondition } from './draft';
import { isExpression } from './expressions';
import type { RuleQuery } from './rules';

interface Entry {
  key?: unknown;
  value?: unknown;
}

interface Defaults {
  name?: unknown;
  queries?: unknown;
  condition?: unknown;
  annotations?: unknown;
  labels?: unknown;
  folder?: { uid?: unknown };
  group?: unknown;
  evaluateFor?: unknown;
}

/** Undefined if the text cannot be read; the editor then opens an empty rule. */
export function prefilled(empty: RuleDraft, text: string): RuleDraft | undefined {
  let defaults: Defaults;
  try {
    defaults = JSON.parse(text) as Defaults;
  } catch {
    return undefined;
  }
  if (typeof defaults !== 'object' || defaults === null) return undefined;
  const annotations = entries(defaults.annotations);
  const {
    summary,
    description,
    runbook_url,
    __dashboardUid__: dashboardUid,
    __panelId__: panelId,
    ...others
  } = annotations;
  return {
    ...empty,
    ...asked(queriesOf(defaults.queries), defaults.condition, empty),
    title: textOf(defaults.name) || empty.title,
    folderUid: textOf(defaults.folder?.uid) || empty.folderUid,
    group: textOf(defaults.group) || empty.group,
    for: textOf(defaults.evaluateFor) || empty.for,
    labels: Object.entries(entries(defaults.labels)).map(([name, value]) => ({ name, value })),
    annotations: Object.entries(others).map(([name, value]) => ({ name, value })),
    summary: summary ?? '',
    description: description ?? '',
    runbook: runbook_url ?? '',
    dashboardUid: dashboardUid ?? '',
    panelId: panelId ?? '',
  };
}

function asked(
  queries: readonly RuleQuery[],
  condition: unknown,
  empty: RuleDraft,
): Pick<RuleDraft, 'data' | 'condition'> {
  if (queries.length === 0) return empty;
  const named = textOf(condition);
  if (queries.some(({ refId }) => refId === named)) return { data: queries, condition: named };
  const last = queries.findLast(isExpression);
  return last ? { data: queries, condition: last.refId } : withCondition(queries);
}

function queriesOf(value: unknown): RuleQuery[] {
  if (!Array.isArray(value)) return [];
  return (value as Partial<RuleQuery>[]).flatMap((query) =>
    typeof query?.refId === 'string' &&
    typeof query.datasourceUid === 'string' &&
    typeof query.model === 'object' &&
    query.model !== null
      ? [{ queryType: '', relativeTimeRange: { from: 600, to: 0 }, ...query } as RuleQuery]
      : [],
  );
}

function entries(value: unknown): Record<string, string> {
  if (!Array.isArray(value)) return {};
  return Object.fromEntries(
    (value as Entry[]).flatMap((each) =>
      textOf(each?.key) ? [[textOf(each.key), textOf(each.value)]] : [],
    ),
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
