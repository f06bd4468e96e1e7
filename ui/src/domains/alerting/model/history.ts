/** What the series of a rule did, as rows of a state timeline. Pure. */
import type { Field, FieldConfigSource, Frame } from '../../../data';
import {
  instanceState,
  STATE_NAMES,
  type AlertInstance,
  type AlertState,
} from '../../../sdk/alertStates';
import { isPrivate, type Labels } from './rules';

export interface HistoryEntry {
  /** Milliseconds since the epoch. */
  time: number;
  labels: Labels;
  previous: AlertState;
  current: AlertState;
  reason: string;
  error: string;
  /** Whether nothing was known of the series before. */
  isFirst?: boolean;
  /** Since when there is the rule. */
  ruleCreated?: number;
}

interface Line {
  previous?: string;
  current?: string;
  error?: string;
  labels?: Labels;
  isFirst?: boolean;
  ruleCreated?: number;
}

/** Oldest first. */
export function entriesOf({ fields }: Frame): HistoryEntry[] {
  const times = fields.find(({ type }) => type === 'time')?.values ?? [];
  const lines = fields.find(({ name }) => name === 'line')?.values ?? [];
  const entries = times.flatMap((time, row) => {
    const line = lineOf(lines[row]);
    if (!line) return [];
    const { state: current, reason } = instanceState(line.current ?? '');
    return [
      {
        time: Number(time),
        labels: line.labels ?? {},
        previous: instanceState(line.previous ?? '').state,
        current,
        reason,
        error: line.error ?? '',
        isFirst: line.isFirst ?? false,
        ...(line.ruleCreated ? { ruleCreated: line.ruleCreated } : {}),
      },
    ];
  });
  return entries.sort((a, b) => a.time - b.time);
}

function lineOf(value: unknown): Line | undefined {
  if (typeof value === 'object' && value !== null) return value as Line;
  if (typeof value !== 'string') return undefined;
  try {
    return JSON.parse(value) as Line;
  } catch {
    return undefined;
  }
}

/** Rows beyond these are not drawn: the ones that changed most recently are. */
export const MOST_ROWS = 100;

/**
 * A row for each series: what it was in when the range began, and every change since. Where there
 * was no such series or no rule yet, there is nothing.
 */
export function timelineFrames(
  entries: readonly HistoryEntry[],
  instances: readonly AlertInstance[],
  from: number,
): Frame[] {
  const rows = new Map<string, { labels: Labels; times: number[]; states: string[] }>();
  for (const { time, labels, previous, current, isFirst, ruleCreated = from } of entries) {
    const key = keyOf(labels);
    let row = rows.get(key);
    if (!row) {
      const since = Math.max(from, ruleCreated);
      row =
        isFirst || since >= time
          ? { labels, times: [], states: [] }
          : { labels, times: [since], states: [STATE_NAMES[previous]] };
      rows.set(key, row);
    }
    row.times.push(Math.max(time, from));
    row.states.push(STATE_NAMES[current]);
  }
  for (const { labels, state, activeAt = '' } of instances) {
    const key = keyOf(labels);
    const since = Math.max(from, Date.parse(activeAt) || from);
    if (!rows.has(key))
      rows.set(key, { labels, times: [since], states: [STATE_NAMES[instanceState(state).state]] });
  }
  const all = [...rows.values()]
    .sort((a, b) => (b.times.at(-1) ?? 0) - (a.times.at(-1) ?? 0))
    .slice(0, MOST_ROWS);
  const names = distinguishing(all.map(({ labels }) => labels));
  return all.map(({ labels, times, states }) => frameOf(rowName(labels, names), times, states));
}

function keyOf(labels: Labels): string {
  return JSON.stringify(
    Object.entries(labels)
      .filter(([name]) => !isPrivate(name))
      .sort(),
  );
}

function frameOf(name: string, times: number[], states: string[]): Frame {
  const time: Field = { name: 'time', type: 'time', values: times, config: {} };
  const state: Field = {
    name: 'state',
    type: 'string',
    values: states,
    config: { displayName: name },
  };
  return { name, fields: [time, state], length: times.length };
}

/** Names of labels that are not the same in all sets. */
export function distinguishing(sets: readonly Labels[]): string[] {
  const names = [...new Set(sets.flatMap((labels) => Object.keys(labels)))].filter(
    (name) => !isPrivate(name),
  );
  const [first] = sets;
  if (sets.length < 2 || !first)
    return names.filter((name) => name !== 'alertname' && name !== 'grafana_folder');
  return names.filter((name) => sets.some((labels) => labels[name] !== first[name]));
}

function rowName(labels: Labels, names: readonly string[]): string {
  const shown = names
    .filter((name) => labels[name] !== undefined)
    .map((name) => `${name}=${labels[name]}`);
  return shown.join(', ') || labels['alertname'] || 'The rule';
}

const COLORS: Record<AlertState, string> = {
  firing: '--crit-g',
  recovering: '--warn-g',
  pending: '--warn-g',
  error: '--c7',
  nodata: '--info-g',
  normal: '--ok-g',
};

/** Draws each state in its own colour. */
export const STATE_FIELDS: FieldConfigSource = {
  defaults: {
    mappings: [
      {
        type: 'value',
        options: Object.fromEntries(
          Object.entries(COLORS).map(([state, color]) => [
            STATE_NAMES[state as AlertState],
            { color },
          ]),
        ),
      },
    ],
    custom: { fillOpacity: 80 },
  },
  overrides: [],
};
