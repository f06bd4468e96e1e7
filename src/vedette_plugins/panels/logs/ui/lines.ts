/**
 * Log lines out of frames. Three shapes are known: `timestamp, body, severity, id, attributes`; the
 * older
 * `labels, Time, Line, tsNs, id`; and any frame with a time and a text.
 */
import type { Field, Frame, Labels } from '@vedette/sdk';
import { levelOf, type Level } from './level';

export interface LogLine {
  key: string;
  /** Milliseconds since the epoch, and the nanoseconds below the millisecond. */
  time: number;
  nanos: number;
  /** Place among lines of the same moment: later ones have higher numbers. */
  rank: number;
  text: string;
  labels: Labels;
  /** Where each label comes from: `I` indexed, `S` structured metadata, `P` parsed by the query. */
  labelTypes: Labels;
  level: Level;
  frame: Frame;
  row: number;
  /** Lines that follow and say the same, where they are folded into this one. */
  repeats: number;
}

interface Shape {
  time: Field;
  body: Field;
  labels?: Field;
  severity?: Field;
  id?: Field;
  precise?: Field;
  labelTypes?: Field;
}

export type Order = 'Ascending' | 'Descending';

const TIMES = ['timestamp', 'Time', 'time', 'ts', '@timestamp'];
const BODIES = ['body', 'Line', 'line', 'message', 'msg', 'log'];
const SEVERITIES = ['severity', 'level', 'lvl', 'severity_text', 'severityText'];
const NOT_BODIES = new Set([...SEVERITIES, 'id', 'tsNs', 'labels', 'attributes', 'labelTypes']);

export function logLines(frames: readonly Frame[], order: Order): LogLine[] {
  const direction = order === 'Ascending' ? 1 : -1;
  const lines = frames.flatMap((frame, index) => linesOf(frame, index, direction));
  return lines.sort((a, b) => direction * byMoment(a, b));
}

/** Compares to the nanosecond, and where that is the same by what the source gave first. */
export function byMoment(a: LogLine, b: LogLine): number {
  return a.time - b.time || a.nanos - b.nanos || a.rank - b.rank;
}

function linesOf(frame: Frame, frameIndex: number, direction: number): LogLine[] {
  const shape = shapeOf(frame);
  if (!shape) return [];
  const { time, body, labels: labelField, labelTypes, severity, id, precise } = shape;
  // The order of rows with the same time follows from the other rows only.
  const last = Math.max(0, frame.length - 1);
  const step =
    Number(time.values[last]) - Number(time.values[0]) ||
    nanosOf(time, precise, last) - nanosOf(time, precise, 0);
  const towards = Math.sign(step) || direction;
  const seen = new Map<string, number>();
  return Array.from({ length: frame.length }, (_, row): LogLine => {
    const text = plainText(body.values[row]);
    const labels = labelsOf(labelField?.values[row]) ?? body.labels ?? {};
    const nanos = nanosOf(time, precise, row);
    const name = `${frame.refId ?? frameIndex} ${id ? String(id.values[row]) : `${String(time.values[row])}.${nanos}`}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return {
      key: count ? `${name} ${count}` : name,
      time: Number(time.values[row]),
      nanos,
      rank: towards * row,
      text,
      labels,
      labelTypes: labelsOf(labelTypes?.values[row]) ?? {},
      level: levelOf(text, labels, severity?.values[row]),
      frame,
      row,
      repeats: 0,
    };
  });
}

export function shapeOf({ fields }: Frame): Shape | undefined {
  const time = byName(fields, TIMES, 'time') ?? fields.find(({ type }) => type === 'time');
  const body =
    byName(fields, BODIES, 'string') ??
    fields.find(({ type, name }) => type === 'string' && !NOT_BODIES.has(name));
  if (!time || !body) return undefined;
  const severity = byName(fields, SEVERITIES);
  return {
    time,
    body,
    labels: byName(fields, ['attributes', 'labels']),
    severity: severity === body ? undefined : severity,
    id: byName(fields, ['id']),
    precise: byName(fields, ['tsNs']),
    labelTypes: byName(fields, ['labelTypes']),
  };
}

function byName(
  fields: readonly Field[],
  names: readonly string[],
  type?: Field['type'],
): Field | undefined {
  for (const wanted of names) {
    const found = fields.find((field) => field.name === wanted && (!type || field.type === type));
    if (found) return found;
  }
  return undefined;
}

// The escape sequences that colour terminals.
// oxlint-disable-next-line no-control-regex
const ANSI = /\u001b\[[0-9;]*[A-Za-z]/g;

function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.includes('\u001b') ? text.replace(ANSI, '') : text;
}

function labelsOf(value: unknown): Labels | undefined {
  if (typeof value === 'string') return labelsOf(parsed(value));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, label]) => [
      key,
      typeof label === 'string' ? label : JSON.stringify(label),
    ]),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function nanosOf(time: Field, precise: Field | undefined, row: number): number {
  if (time.nanos) return time.nanos[row] ?? 0;
  const digits = precise?.values[row];
  return typeof digits === 'string' ? Number(digits.slice(-6)) || 0 : 0;
}
