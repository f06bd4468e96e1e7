/** Alert rules as they are stored, and joined with how they stand now. */
import type {
  NotificationSettingsAnswer,
  QueryPart,
  RecordAnswer,
  RulerGroupAnswer,
  RulerRuleAnswer,
} from '../../../kernel/apiTypes';
import type { AlertInstance, AlertState, GroupStatus, RuleStatus } from '../../../sdk/alertStates';
import { ruleState, stateCounts } from '../../../sdk/alertStates';

export type Labels = Record<string, string>;

/** Labels whose names begin and end with `__` are the server's own. */
export function isPrivate(name: string): boolean {
  return name.startsWith('__') && name.endsWith('__');
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Sorts by labels in natural order: `host=9` before `host=10`. */
export function byLabels(a: Labels, b: Labels): number {
  return collator.compare(labelsText(a), labelsText(b));
}

function labelsText(labels: Labels): string {
  return Object.entries(labels)
    .filter(([name]) => !isPrivate(name))
    .map((pair) => pair.join('='))
    .sort()
    .join(' ');
}

/** One query or expression of a rule; new ones have no span of time yet. */
export type RuleQuery = Pick<QueryPart, 'refId' | 'datasourceUid' | 'model'> & Partial<QueryPart>;

export type NotificationSettings = NotificationSettingsAnswer;

export type Recording = RecordAnswer;

/** A rule as the ruler API returns it. */
export type RulerRule = RulerRuleAnswer;

export type RulerGroup = RulerGroupAnswer;

/** By the title of the folder. */
export type RulerAnswer = Record<string, RulerGroup[]>;

export interface ListedRule {
  key: string;
  /** Empty for rules that a data source evaluates by itself. */
  uid: string;
  title: string;
  folder: string;
  folderUid: string;
  group: string;
  interval: string;
  labels: Labels;
  annotations: Labels;
  isPaused: boolean;
  isRecording: boolean;
  /** Empty, `api` or `file`. */
  provenance: string;
  sourceUids: string[];
  receiver: string;
  /**
   * Of a foreign rule: the uid of the Alertmanager that tells of it, where its source names one.
   */
  alertmanager?: string;
  /** Undefined until the server has reported it. */
  state?: AlertState;
  health: string;
  lastError: string;
  counts: Record<AlertState, number>;
  lastEvaluation?: string;
  evaluationSeconds?: number;
  activeAt?: string;
}

/** Rules in the order of their folders and groups, each with its state. */
export function joined(stored: RulerAnswer, states: readonly GroupStatus[]): ListedRule[] {
  const byKey = statusByKey(states);
  return Object.entries(stored)
    .sort(([a], [b]) => a.localeCompare(b, undefined, { numeric: true }))
    .flatMap(([folder, groups]) =>
      [...groups]
        .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
        .flatMap((group) => group.rules.map((rule) => listed(rule, folder, group, byKey))),
    );
}

function statusByKey(states: readonly GroupStatus[]): ReadonlyMap<string, RuleStatus> {
  const found = new Map<string, RuleStatus>();
  for (const group of states) {
    for (const rule of group.rules)
      found.set(rule.uid || placeKey(group.folderUid ?? '', group.name, rule.name), rule);
  }
  return found;
}

function placeKey(folderUid: string, group: string, title: string): string {
  return `${folderUid} ${group} ${title}`;
}

function listed(
  rule: RulerRule,
  folder: string,
  group: RulerGroup,
  byKey: ReadonlyMap<string, RuleStatus>,
): ListedRule {
  const { grafana_alert: own } = rule;
  const status =
    byKey.get(own.uid) ?? byKey.get(placeKey(own.namespace_uid, group.name, own.title));
  return {
    key: own.uid,
    uid: own.uid,
    title: own.title,
    folder,
    folderUid: own.namespace_uid,
    group: group.name,
    interval: group.interval ?? '',
    labels: rule.labels ?? {},
    annotations: rule.annotations ?? {},
    isPaused: own.is_paused ?? false,
    isRecording: Boolean(own.record),
    provenance: own.provenance ?? '',
    sourceUids: sourcesOf(own.data),
    receiver: own.notification_settings?.receiver ?? '',
    ...standing(status),
  };
}

/** Rules that a data source keeps and evaluates itself. */
export function foreign(
  sourceUid: string,
  groups: readonly GroupStatus[],
  alertmanager = '',
): ListedRule[] {
  return groups.flatMap((group) =>
    group.rules.map((rule, index) => ({
      key: `${sourceUid} ${group.file} ${group.name} ${index}`,
      uid: '',
      title: rule.name,
      folder: shortFile(group.file),
      folderUid: '',
      group: group.name,
      interval: `${group.interval}s`,
      labels: rule.labels ?? {},
      annotations: rule.annotations ?? {},
      isPaused: false,
      isRecording: rule.type === 'recording',
      provenance: '',
      sourceUids: [sourceUid],
      receiver: '',
      alertmanager,
      ...standing(rule),
    })),
  );
}

/**
 * What a silence of a foreign rule compares: its name, and those of its labels that no alert fills
 * in.
 */
export function silencedLabels({ title, labels }: ListedRule): Labels {
  const fixed = Object.entries(labels).filter(([, value]) => !value.includes('{{'));
  return { alertname: title, ...Object.fromEntries(fixed) };
}

function shortFile(path: string): string {
  return path.split('/').at(-1) ?? path;
}

export interface OneStatus {
  standing: Standing;
  alerts: AlertInstance[];
  annotations?: Labels;
}

/**
 * How one rule stands, found among others: by its uid, or by its place where the server tells none.
 */
export function statusOf(
  states: readonly GroupStatus[],
  uid: string,
  folderUid: string,
  group: string,
  title: string,
): OneStatus | undefined {
  const byKey = statusByKey(states);
  const status = byKey.get(uid) ?? byKey.get(placeKey(folderUid, group, title));
  return (
    status && {
      standing: standing(status),
      alerts: status.alerts ?? [],
      annotations: status.annotations,
    }
  );
}

export type Standing = Pick<
  ListedRule,
  'health' | 'lastError' | 'counts' | 'state' | 'lastEvaluation' | 'evaluationSeconds' | 'activeAt'
>;

const NO_COUNTS: Record<AlertState, number> = {
  firing: 0,
  recovering: 0,
  pending: 0,
  error: 0,
  nodata: 0,
  normal: 0,
};

function standing(status: RuleStatus | undefined): Standing {
  if (!status) return { health: 'unknown', lastError: '', counts: NO_COUNTS };
  return {
    ...(status.type === 'recording' ? {} : { state: ruleState(status) }),
    health: status.health,
    lastError: status.lastError ?? '',
    counts: stateCounts(status),
    lastEvaluation: moment(status.lastEvaluation),
    evaluationSeconds: status.evaluationTime,
    activeAt: moment(status.activeAt),
  };
}

/** The zero time of Go means never. */
function moment(text: string | undefined): string | undefined {
  return text && !text.startsWith('0001-') ? text : undefined;
}

export const EXPRESSION_UID = '__expr__';

/** Uids of the data sources that a rule queries. */
export function sourcesOf(data: readonly RuleQuery[]): string[] {
  return [
    ...new Set(
      data.map(({ datasourceUid }) => datasourceUid).filter((uid) => !isExpressionUid(uid)),
    ),
  ];
}

export function isExpressionUid(uid: string): boolean {
  return uid === EXPRESSION_UID || uid === '-100';
}

/** The reason why a user cannot change a rule here; undefined if the user can. */
export function readOnlyReason(provenance: string, mayWrite: boolean): string | undefined {
  if (provenance === 'file') return 'A provisioning file defines this rule. Change it there.';
  if (provenance === 'api')
    return 'This rule was created with the provisioning API. Change it there.';
  if (provenance) return `This rule was provisioned by “${provenance}”. Change it there.`;
  return mayWrite ? undefined : 'You need the Editor or Admin role to change alert rules.';
}
