/** The lines around one, put together from several answers. */
import type { Frame } from '@vedette/sdk';
import { byMoment, logLines, type LogLine } from '../lines';

export type Direction = 'before' | 'after';

/** Both in order of time, without the line itself. */
export interface Around {
  before: readonly LogLine[];
  after: readonly LogLine[];
}

export const NOTHING_AROUND: Around = { before: [], after: [] };

export interface Joined {
  around: Around;
  /** How many lines were not there before. */
  added: number;
}

/**
 * Adds an answer for one direction. Answers may hold lines that are there already, and the line
 * itself: lines of its very moment stand before or after it as the source orders them.
 */
export function joined(
  { before, after }: Around,
  marked: LogLine,
  direction: Direction,
  frames: readonly Frame[],
): Joined {
  const answer = logLines(frames, 'Ascending');
  const own = placeOf(marked, answer);
  const seen = new Set<string>();
  const others = answer.filter(
    (line, index) => index !== own && !seen.has(identity(line)) && seen.add(identity(line)),
  );
  const places = new Map(answer.map((line, index) => [line, index]));
  const isBefore = (line: LogLine) => {
    const order = line.time - marked.time || line.nanos - marked.nanos;
    if (order !== 0) return order < 0;
    return own >= 0 ? (places.get(line) ?? 0) < own : direction === 'before';
  };
  // The newer answer knows better in which order lines of one moment are: the earlier one may have
  // ended within it.
  const rest = (lines: readonly LogLine[]) => lines.filter((line) => !seen.has(identity(line)));
  const next = {
    before: inOrder([...others.filter(isBefore), ...rest(before)]),
    after: inOrder([...rest(after), ...others.filter((line) => !isBefore(line))]),
  };
  const added = next.before.length + next.after.length - before.length - after.length;
  return { around: next, added };
}

/** By time alone: lines of one moment stay in the order they were put together in. */
function inOrder(lines: LogLine[]): LogLine[] {
  return lines.sort((a, b) => byMoment({ ...a, rank: 0 }, { ...b, rank: 0 }));
}

/**
 * Where the line itself is among others: by id, by its text, or because nothing else is of its
 * moment.
 */
export function placeOf(marked: LogLine, lines: readonly LogLine[]): number {
  const id = idOf(marked);
  const sameMoment = lines.flatMap((line, index) =>
    line.time === marked.time && line.nanos === marked.nanos ? [index] : [],
  );
  const by = (test: (line: LogLine) => boolean) =>
    sameMoment.find((index) => lines[index] && test(lines[index]));
  const found =
    by((line) => id !== '' && idOf(line) === id) ?? by((line) => line.text === marked.text);
  return found ?? (sameMoment.length === 1 ? (sameMoment[0] ?? -1) : -1);
}

function identity(line: LogLine): string {
  return idOf(line) || `${line.time}.${line.nanos} ${JSON.stringify(line.labels)} ${line.text}`;
}

function idOf({ frame, row }: LogLine): string {
  const id = frame.fields.find(({ name }) => name === 'id')?.values[row];
  return id === undefined || id === null ? '' : String(id);
}
