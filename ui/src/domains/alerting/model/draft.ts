/** The state of the rule editor, and how it becomes what the server stores. Pure. */
import type { ErrorState, NoDataState, RuleBody, Thresholds } from './body';
import { freeRefId, newExpression } from '../../../sdk/editor/expressions/expressions';
import { expressionQuery } from './expressions';
import type { RuleQuery } from './rules';
import { durationText } from './times';

export interface Pair {
  name: string;
  value: string;
}

export interface Notification {
  /** By the tree of policies, or straight to one contact point. */
  way: 'policies' | 'direct';
  receiver: string;
  groupBy: readonly string[];
  groupWait: string;
  groupInterval: string;
  repeatInterval: string;
  muteTimings: readonly string[];
}

export interface RuleDraft {
  uid: string;
  kind: 'alerting' | 'recording';
  title: string;
  folderUid: string;
  group: string;
  interval: string;
  data: readonly RuleQuery[];
  condition: string;
  /** Set where the rule has several severities; they decide, not the condition. */
  thresholds?: Thresholds;
  for: string;
  keepFiring: string;
  missing: string;
  noData: NoDataState;
  onError: ErrorState;
  outage: 'shared' | 'rule';
  labels: readonly Pair[];
  summary: string;
  description: string;
  runbook: string;
  dashboardUid: string;
  panelId: string;
  /** Annotations without a field of their own. */
  annotations: readonly Pair[];
  notification: Notification;
  metric: string;
  targetUid: string;
  isPaused: boolean;
  /** As it was read. */
  version?: number;
  /** What the body held besides: it goes back as it came. */
  rest: Readonly<Record<string, unknown>>;
}

/** Texts of a rule, which have no part in how it is evaluated. */
const TEXTS = ['title', 'summary', 'description', 'runbook', 'annotations'] as const;

/** What a rule queries, and what follows from the results. */
export type RuleLogic = Omit<RuleDraft, (typeof TEXTS)[number]>;

/** Whether two drafts differ in their texts alone, if at all. */
export function isSameLogic(one: RuleLogic, other: RuleLogic): boolean {
  const texts: readonly string[] = TEXTS;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof RuleLogic>;
  return [...keys].every((key) => texts.includes(key) || one[key] === other[key]);
}

const FIELDS = {
  summary: 'summary',
  description: 'description',
  runbook: 'runbook_url',
  dashboardUid: '__dashboardUid__',
  panelId: '__panelId__',
} as const;

const BY_POLICIES: Notification = {
  way: 'policies',
  receiver: '',
  groupBy: [],
  groupWait: '',
  groupInterval: '',
  repeatInterval: '',
  muteTimings: [],
};

/** A query of the default source, its last value, and a threshold over it. */
export function newDraft(query: RuleQuery | undefined): RuleDraft {
  return {
    uid: '',
    kind: 'alerting',
    title: '',
    folderUid: '',
    group: '',
    interval: '1m',
    ...withCondition(query ? [query] : []),
    for: '5m',
    keepFiring: '',
    missing: '',
    noData: 'NoData',
    onError: 'Error',
    outage: 'shared',
    labels: [],
    summary: '',
    description: '',
    runbook: '',
    dashboardUid: '',
    panelId: '',
    annotations: [],
    notification: BY_POLICIES,
    metric: '',
    targetUid: '',
    isPaused: false,
    rest: {},
  };
}

/** Queries alone decide nothing: their last value and a threshold over it are added. */
export function withCondition(
  queries: readonly RuleQuery[],
): Pick<RuleDraft, 'data' | 'condition'> {
  const [first] = queries;
  if (!first) return { data: [], condition: '' };
  const reduce = expressionQuery(newExpression('reduce', freeRefId(queries), first.refId));
  const withReduce = [...queries, reduce];
  const threshold = expressionQuery(
    newExpression('threshold', freeRefId(withReduce), reduce.refId),
  );
  return { data: [...withReduce, threshold], condition: threshold.refId };
}

export function draftOf(body: RuleBody, interval: string): RuleDraft {
  const {
    id: _id,
    provenance: _provenance,
    updated: _updated,
    orgID: _org,
    version,
    ...own
  } = body;
  const {
    uid,
    title,
    folderUID,
    ruleGroup,
    condition,
    data,
    noDataState,
    execErrState,
    for: hold,
    keep_firing_for,
    isPaused,
    missing_series_evals_to_resolve: missing,
    labels = {},
    annotations = {},
    notification_settings: settings,
    record,
    thresholds,
    outage,
    ...rest
  } = own;
  const taken = new Set<string>(Object.values(FIELDS));
  const text = (name: keyof typeof FIELDS) => annotations[FIELDS[name]] ?? '';
  return {
    uid,
    kind: record ? 'recording' : 'alerting',
    title,
    folderUid: folderUID,
    group: ruleGroup,
    interval,
    data,
    condition: record ? record.from : (thresholds?.of ?? condition),
    ...(thresholds ? { thresholds } : {}),
    for: hold === '0s' ? '' : hold,
    keepFiring: keep_firing_for && keep_firing_for !== '0s' ? keep_firing_for : '',
    missing: missing ? String(missing) : '',
    noData: noDataState || 'NoData',
    onError: execErrState || 'Alerting',
    outage: outage ?? usualOutage(execErrState),
    labels: pairsOf(labels),
    summary: text('summary'),
    description: text('description'),
    runbook: text('runbook'),
    dashboardUid: text('dashboardUid'),
    panelId: text('panelId'),
    annotations: pairsOf(annotations).filter(({ name }) => !taken.has(name)),
    notification: settings?.receiver
      ? {
          way: 'direct',
          receiver: settings.receiver,
          groupBy: settings.group_by ?? [],
          groupWait: settings.group_wait ?? '',
          groupInterval: settings.group_interval ?? '',
          repeatInterval: settings.repeat_interval ?? '',
          muteTimings: settings.mute_time_intervals ?? [],
        }
      : BY_POLICIES,
    metric: record?.metric ?? '',
    targetUid: record?.target_datasource_uid ?? '',
    isPaused: isPaused ?? false,
    ...(typeof version === 'number' ? { version } : {}),
    rest,
  };
}

export function bodyOf(draft: RuleDraft): RuleBody {
  const isAlerting = draft.kind === 'alerting';
  const hasLevels = isAlerting && draft.thresholds !== undefined;
  return {
    ...draft.rest,
    uid: draft.uid,
    title: draft.title.trim(),
    folderUID: draft.folderUid,
    ruleGroup: draft.group.trim(),
    condition: hasLevels || !isAlerting ? '' : draft.condition,
    data: [...draft.data],
    ...(hasLevels ? { thresholds: draft.thresholds } : {}),
    noDataState: draft.noData,
    execErrState: draft.onError,
    ...(draft.outage === usualOutage(draft.onError) ? {} : { outage: draft.outage }),
    for: draft.for.trim() || '0s',
    ...(draft.keepFiring.trim() ? { keep_firing_for: draft.keepFiring.trim() } : {}),
    ...(draft.missing.trim() ? { missing_series_evals_to_resolve: Number(draft.missing) } : {}),
    labels: recordOf(draft.labels),
    annotations: isAlerting ? annotationsOf(draft) : {},
    isPaused: draft.isPaused,
    notification_settings: isAlerting ? settingsOf(draft.notification) : null,
    record: isAlerting
      ? null
      : {
          metric: draft.metric.trim(),
          from: draft.condition,
          ...(draft.targetUid ? { target_datasource_uid: draft.targetUid } : {}),
        },
  };
}

/** What the server takes where nothing is said. */
export function usualOutage(onError: ErrorState): RuleDraft['outage'] {
  return onError === 'Error' ? 'shared' : 'rule';
}

function annotationsOf(draft: RuleDraft): Record<string, string> {
  const own = Object.entries(FIELDS).map(
    ([key, name]) => [name, draft[key as keyof typeof FIELDS].trim()] as const,
  );
  return {
    ...recordOf(draft.annotations),
    ...Object.fromEntries(own.filter(([, value]) => value !== '')),
  };
}

function settingsOf(settings: Notification): RuleBody['notification_settings'] {
  if (settings.way === 'policies') return null;
  const written = Object.entries({
    group_wait: settings.groupWait.trim(),
    group_interval: settings.groupInterval.trim(),
    repeat_interval: settings.repeatInterval.trim(),
  }).filter(([, value]) => value !== '');
  return {
    receiver: settings.receiver,
    ...(settings.groupBy.length > 0 ? { group_by: [...settings.groupBy] } : {}),
    ...Object.fromEntries(written),
    ...(settings.muteTimings.length > 0 ? { mute_time_intervals: [...settings.muteTimings] } : {}),
  };
}

function pairsOf(record: Readonly<Record<string, string>>): Pair[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }));
}

export function recordOf(pairs: readonly Pair[]): Record<string, string> {
  return Object.fromEntries(
    pairs.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
  );
}

export function intervalText(seconds: number): string {
  return durationText(seconds);
}
