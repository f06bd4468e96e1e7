/** What is wrong with a rule that is being written, by the place it is shown at. Pure. */
import type { Evaluator } from './body';
import type { Pair, RuleDraft } from './draft';
import {
  inputsOf,
  isRange,
  type ClassicCondition,
  type ExpressionModel,
  type ThresholdCondition,
} from '../../../sdk/editor/expressions/expressions';
import { expressionOf, isExpression, upstream } from './expressions';
import type { RuleQuery } from './rules';
import { secondsOf } from './times';

export interface Problems {
  title?: string;
  folder?: string;
  group?: string;
  interval?: string;
  data?: string;
  condition?: string;
  for?: string;
  keepFiring?: string;
  missing?: string;
  runbook?: string;
  panel?: string;
  receiver?: string;
  groupBy?: string;
  timings?: string;
  metric?: string;
  /** By refId. */
  queries: Readonly<Record<string, string>>;
  /** By position. */
  labels: readonly (string | undefined)[];
  annotations: readonly (string | undefined)[];
  levels: readonly (string | undefined)[];
}

export const NO_PROBLEMS: Problems = { queries: {}, labels: [], annotations: [], levels: [] };

const TICK = 10;
const LONGEST_TITLE = 190;
const RESERVED = new Set(['alertname', 'grafana_folder']);

/** `isBlank` says which queries of sources ask nothing yet. */
export function problemsOf(
  draft: RuleDraft,
  isBlank: (query: RuleQuery) => boolean = () => false,
): Problems {
  const isAlerting = draft.kind === 'alerting';
  const levels = isAlerting && draft.thresholds ? draft.thresholds.levels : undefined;
  const decisive = draft.thresholds && isAlerting ? draft.thresholds.of : draft.condition;
  return compact({
    title: titleProblem(draft.title),
    folder: draft.folderUid ? undefined : 'Choose a folder for the rule.',
    group: draft.group.trim()
      ? undefined
      : 'Enter a group. Its rules are evaluated at the same interval.',
    interval: intervalProblem(draft.interval),
    data: draft.data.some((query) => !isExpression(query)) ? undefined : 'Add at least one query.',
    condition: draft.data.some(({ refId }) => refId === decisive)
      ? undefined
      : 'Choose the query or expression that is the alert condition.',
    for: lengthProblem(draft.for),
    keepFiring: lengthProblem(draft.keepFiring),
    missing: /^([1-9]\d{0,3})?$/.test(draft.missing.trim())
      ? undefined
      : 'Enter a whole number from 1 to 9999.',
    runbook: isAlerting ? runbookProblem(draft.runbook) : undefined,
    panel:
      Boolean(draft.dashboardUid) === Boolean(draft.panelId)
        ? undefined
        : 'Choose a panel, or clear the dashboard.',
    ...(isAlerting ? notificationProblems(draft) : {}),
    metric:
      isAlerting || /^[a-zA-Z_:][\w:]*$/.test(draft.metric.trim())
        ? undefined
        : 'Use only letters, digits, _ and :.',
    queries: queryProblems(draft.data, isBlank),
    labels: labelProblems(draft.labels, draft.data.some(isImported)),
    annotations: draft.annotations.map(({ name }) =>
      name.trim() ? undefined : 'Enter a name, or remove the row.',
    ),
    levels: (levels ?? []).map(({ evaluator, labels }) =>
      Object.keys(labels).length === 0
        ? 'Add a label to the severity, for example severity=critical.'
        : evaluatorProblem(evaluator),
    ),
  });
}

function compact(problems: { [key in keyof Problems]: Problems[key] | undefined }): Problems {
  return Object.fromEntries(
    Object.entries(problems).filter(([, value]) => value !== undefined),
  ) as unknown as Problems;
}

export function isClean({ queries, labels, annotations, levels, ...fields }: Problems): boolean {
  const listed = [...Object.values(queries), ...labels, ...annotations, ...levels];
  return (
    Object.values(fields).every((text) => text === undefined) &&
    listed.every((text) => text === undefined)
  );
}

function titleProblem(title: string): string | undefined {
  const length = title.trim().length;
  if (length === 0) return 'Enter a name.';
  return length > LONGEST_TITLE
    ? `Use at most ${LONGEST_TITLE} characters (now ${length}).`
    : undefined;
}

function intervalProblem(text: string): string | undefined {
  const seconds = secondsOf(text);
  if (!(seconds > 0)) return 'Enter an interval, for example 30s or 1m.';
  return seconds % TICK === 0 ? undefined : `Use a multiple of ${TICK} seconds.`;
}

function lengthProblem(text: string): string | undefined {
  return secondsOf(text) >= 0 ? undefined : 'Enter a duration, for example 90s or 5m.';
}

/** A template may stand for the whole address. */
function runbookProblem(url: string): string | undefined {
  const text = url.trim();
  return text === '' || /^(https?:\/\/|\{\{|\/)/.test(text)
    ? undefined
    : 'Enter a URL that starts with https://.';
}

function notificationProblems({ notification }: RuleDraft): Partial<Problems> {
  if (notification.way === 'policies') return {};
  const lacking = ['alertname', 'grafana_folder'].filter(
    (name) => !notification.groupBy.includes(name),
  );
  const isGrouped = notification.groupBy.length > 0 && !notification.groupBy.includes('...');
  const lengths = [notification.groupWait, notification.groupInterval, notification.repeatInterval];
  return {
    receiver: notification.receiver ? undefined : 'Select a contact point.',
    groupBy:
      isGrouped && lacking.length > 0
        ? `Add ${lacking.join(' and ')}, or group by "..." alone.`
        : undefined,
    timings: lengths.map(lengthProblem).find(Boolean),
  };
}

/**
 * Rules that came from Prometheus may carry another alertname than their title, as several have one
 * there.
 */
function isImported({ model }: RuleQuery): boolean {
  return 'importedFrom' in model;
}

function labelProblems(labels: readonly Pair[], maySetName: boolean): (string | undefined)[] {
  const names = labels.map(({ name }) => name.trim());
  return names.map((name, index) => {
    if (!name) return 'Enter a label name, or remove the row.';
    if (RESERVED.has(name) && !(maySetName && name === 'alertname'))
      return `${name} is set by the server.`;
    return names.indexOf(name) < index ? 'This label is already set.' : undefined;
  });
}

function queryProblems(
  data: readonly RuleQuery[],
  isBlank: (query: RuleQuery) => boolean,
): Record<string, string> {
  const found: Record<string, string> = {};
  const names = data.map(({ refId }) => refId);
  for (const query of data) {
    const text = isExpression(query)
      ? expressionProblem(expressionOf(query), data, names)
      : (sourceProblem(query) ?? (isBlank(query) ? 'Enter a query.' : undefined));
    if (text) found[query.refId] = text;
  }
  return found;
}

function sourceProblem({ datasourceUid, relativeTimeRange }: RuleQuery): string | undefined {
  if (!datasourceUid) return 'Choose a data source.';
  if (relativeTimeRange && !(relativeTimeRange.from > relativeTimeRange.to))
    return 'The time range must end after it starts.';
  return undefined;
}

function expressionProblem(
  model: ExpressionModel,
  data: readonly RuleQuery[],
  names: readonly string[],
): string | undefined {
  const inputs = inputsOf(model, names);
  const unknown = inputs.find((name) => !names.includes(name));
  if (unknown) return `There is no query or expression ${unknown}.`;
  const isText = model.type === 'math' || model.type === 'sql';
  if (isText && !model.expression?.trim())
    return model.type === 'math'
      ? 'Enter a formula, for example $A / $B.'
      : 'Enter a SELECT statement.';
  if (!isText && inputs.length === 0) return 'Choose an input.';
  if (inputs.some((name) => upstream(data, name).has(model.refId)))
    return 'The expression depends on its own result.';
  if (model.type === 'resample' && !(secondsOf(model.window) > 0))
    return 'Enter a duration, for example 10s.';
  if (
    model.type === 'reduce' &&
    model.settings?.mode === 'replaceNN' &&
    !Number.isFinite(model.settings.replaceWithValue)
  )
    return 'Enter the replacement value.';
  for (const condition of (model.conditions ?? []) as (ThresholdCondition &
    Partial<ClassicCondition>)[]) {
    const wrong =
      evaluatorProblem(condition.evaluator) ??
      (condition.unloadEvaluator && evaluatorProblem(condition.unloadEvaluator));
    if (wrong) return wrong;
  }
  return undefined;
}

function evaluatorProblem({ type, params = [], from }: Evaluator): string | undefined {
  if (type === 'no_value' || from) return undefined;
  const wanted = isRange(type) ? 2 : 1;
  return params.slice(0, wanted).filter((param) => Number.isFinite(param)).length < wanted
    ? 'Enter a number.'
    : undefined;
}
