/** What a result is like, and the ways to draw it that panel types suggest for it. */
import type { Field, Frame } from '../data';
import type { PanelDefinition } from '../sdk/panel';
import type { DataSummary, Suggestion } from '../sdk/suggestions';

/** More rows than these say nothing new about the kind of a column. */
const ROWS_READ = 1000;
/** A number with more values than these is a measurement, not a state. */
const MOST_STATES = 5;
const LEAST_BUCKETS = 3;

/** Frames as a panel gets them; those with annotations are left out. */
export function summaryOf(all: readonly Frame[]): DataSummary {
  const frames = all.filter(({ meta }) => meta?.dataTopic !== 'annotations');
  const fields = frames.flatMap((frame) => frame.fields);
  const count = (...types: Field['type'][]) =>
    fields.filter(({ type }) => types.includes(type)).length;
  const rows = frames.reduce((sum, { length }) => sum + length, 0);
  const preferred = frames.find(({ meta }) => meta?.preferredVisualisationType)?.meta
    ?.preferredVisualisationType;
  const numbers = count('number');
  const hasLogs = preferred === 'logs' || frames.some(({ meta }) => meta?.type === 'log-lines');
  const hasTrace = preferred === 'trace' || hasFields(frames, 'traceID', 'spanID');
  const hasNodeGraph = preferred === 'nodeGraph' || hasFields(frames, 'id', 'source', 'target');
  const isOverTime = frames.some(runsOverTime);
  return {
    frames: frames.length,
    rows,
    longest: Math.max(0, ...frames.map(({ length }) => length)),
    times: count('time'),
    numbers,
    strings: count('string'),
    booleans: count('boolean'),
    enums: count('enum'),
    others: count('geo', 'nestedFrames', 'other'),
    preferred,
    isOverTime,
    isInstant: rows > 0 && !isOverTime,
    isOneValue: rows === 1 && numbers === 1,
    hasBuckets: isOverTime && hasBuckets(frames),
    hasStates: isOverTime && !hasLogs && !hasTrace && !hasNodeGraph && hasStates(fields),
    hasLogs,
    hasTrace,
    hasNodeGraph,
  };
}

export interface RankedSuggestion extends Suggestion {
  /** The panel type. */
  type: string;
}

const SCORES = { best: 2, good: 1, ok: 0 };

/** Suggestions of all these types, the best first; equal ones in the order of the types. */
export function rankedSuggestions(
  summary: DataSummary,
  plugins: Iterable<readonly [string, PanelDefinition]>,
): RankedSuggestion[] {
  return [...plugins]
    .flatMap(([type, { suggest }]) =>
      (suggest?.(summary) ?? []).map((suggestion) => ({ ...suggestion, type })),
    )
    .toSorted((a, b) => SCORES[b.score] - SCORES[a.score]);
}

function hasFields(frames: readonly Frame[], ...names: string[]): boolean {
  const present = new Set(
    frames.flatMap(({ fields }) => fields.map(({ name }) => name.toLowerCase())),
  );
  return names.every((name) => present.has(name.toLowerCase()));
}

/** There are several moments, and something beside the time. */
function runsOverTime({ fields }: Frame): boolean {
  const time = fields.find(({ type }) => type === 'time');
  return fields.length > 1 && time !== undefined && distinct(time.values, 1) > 1;
}

function hasBuckets(frames: readonly Frame[]): boolean {
  if (frames.some(({ meta }) => /^heatmap-(rows|cells)/.test(meta?.type ?? ''))) return true;
  if (frames.some((frame) => hasFields([frame], 'yMin', 'yMax'))) return true;
  const series = frames.flatMap(({ fields }) => fields).filter(({ type }) => type === 'number');
  return (
    series.length >= LEAST_BUCKETS &&
    series.every(({ name, displayName, labels }) => isBound(labels?.['le'] ?? displayName ?? name))
  );
}

function isBound(name: string): boolean {
  return /^\+?inf(inity)?$/i.test(name.trim()) || (name.trim() !== '' && !isNaN(Number(name)));
}

function hasStates(fields: readonly Field[]): boolean {
  const values = fields.filter(({ type }) => type !== 'time');
  const isState = ({ type, values: stored }: Field) =>
    type === 'boolean' ||
    type === 'enum' ||
    type === 'string' ||
    (type === 'number' && stored.length > MOST_STATES && areStates(stored));
  return values.length > 0 && values.every(isState);
}

function areStates(values: readonly unknown[]): boolean {
  const read = values.slice(0, ROWS_READ).filter((value) => value !== null);
  return read.every(Number.isInteger) && distinct(read, MOST_STATES) <= MOST_STATES;
}

/** How many different values there are; counting ends above `most`. */
function distinct(values: readonly unknown[], most: number): number {
  const seen = new Set<unknown>();
  for (const value of values.slice(0, ROWS_READ)) {
    seen.add(value);
    if (seen.size > most) break;
  }
  return seen.size;
}
