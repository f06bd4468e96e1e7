/**
 * Spans of one trace, out of a frame with one row a span. Cells that are JSON are read when they
 * are looked at.
 */
import type { Field, Frame, ResolvedLink } from '@vedette/sdk';

export interface Span {
  row: number;
  id: string;
  parentId: string;
  name: string;
  service: string;
  /** Milliseconds since the epoch, with a fraction. */
  start: number;
  /** Milliseconds. */
  duration: number;
  isError: boolean;
}

export interface Attribute {
  key: string;
  value: string;
}

export interface SpanEvent {
  /** Milliseconds since the epoch. */
  time: number;
  name: string;
  fields: Attribute[];
}

export interface Reference {
  traceId: string;
  spanId: string;
  tags: Attribute[];
}

export interface SpanDetails {
  kind: string;
  status: string;
  statusMessage: string;
  library: string;
  traceState: string;
  tags: Attribute[];
  process: Attribute[];
  events: SpanEvent[];
  references: Reference[];
  warnings: string[];
  stackTraces: string[];
  links: ResolvedLink[];
}

export interface TraceData {
  id: string;
  spans: Span[];
  tagsOf(span: Span): Attribute[];
  processOf(span: Span): Attribute[];
  eventTimesOf(span: Span): number[];
  detailsOf(span: Span): SpanDetails;
}

const STATUS_ERROR = 2;
const STATUS_NAMES = ['unset', 'ok', 'error'];

/** The first frame that holds a trace; undefined where there is none. */
export function readTrace(frames: readonly Frame[]): TraceData | undefined {
  const frame = frames.find(
    (one) =>
      one.length > 0 &&
      column(one, 'spanID') &&
      column(one, 'startTime') &&
      column(one, 'duration'),
  );
  return frame && traceOf(frame);
}

export function column(frame: Frame, name: string): Field | undefined {
  const wanted = name.toLowerCase();
  return frame.fields.find((field) => field.name.toLowerCase() === wanted);
}

function traceOf(frame: Frame): TraceData {
  const columns = new Map(frame.fields.map((field) => [field.name.toLowerCase(), field]));
  const cell = (name: string, row: number): unknown => columns.get(name.toLowerCase())?.values[row];
  const text = (name: string, row: number) => textOf(cell(name, row));
  const tagsOf = ({ row }: Span) => attributes(cell('tags', row));
  const processOf = ({ row }: Span) => attributes(cell('serviceTags', row));
  const eventsOf = ({ row }: Span) => list(cell('logs', row)).map(eventOf);

  const spans: Span[] = [];
  for (let row = 0; row < frame.length; row++) {
    const start = finite(cell('startTime', row));
    spans.push({
      row,
      id: text('spanID', row),
      parentId: parentOf(text('parentSpanID', row)),
      name: text('operationName', row),
      service: text('serviceName', row),
      start: start ?? NaN,
      duration: Math.max(0, finite(cell('duration', row)) ?? 0),
      isError: isFailed(cell('statusCode', row), cell('tags', row)),
    });
  }
  placeUntimed(spans);
  return {
    id: text('traceID', 0),
    spans,
    tagsOf,
    processOf,
    eventTimesOf: (span) =>
      list(cell('logs', span.row)).map((entry) => finite(record(entry)['timestamp']) ?? NaN),
    detailsOf: (span) => ({
      kind: text('kind', span.row),
      status:
        STATUS_NAMES[Number(cell('statusCode', span.row) ?? 0)] ?? text('statusCode', span.row),
      statusMessage: text('statusMessage', span.row),
      library: [
        text('instrumentationLibraryName', span.row),
        text('instrumentationLibraryVersion', span.row),
      ]
        .filter(Boolean)
        .join(' '),
      traceState: text('traceState', span.row),
      tags: tagsOf(span),
      process: processOf(span),
      events: eventsOf(span).sort((a, b) => a.time - b.time),
      references: list(cell('references', span.row)).map(referenceOf),
      warnings: list(cell('warnings', span.row)).map(textOf),
      stackTraces: list(cell('stackTraces', span.row)).map(textOf),
      links: frame.fields.flatMap((field) => field.getLinks?.(span.row) ?? []),
    }),
  };
}

/** A span that tells no time is drawn where the trace begins. */
function placeUntimed(spans: Span[]): void {
  let first = Infinity;
  for (const { start } of spans) if (start < first) first = start;
  for (const span of spans)
    if (Number.isNaN(span.start)) span.start = Number.isFinite(first) ? first : 0;
}

/** By its status, or by the tags that sources without one use. */
function isFailed(status: unknown, tags: unknown): boolean {
  if (status !== null && status !== undefined && status !== 0)
    return Number(status) === STATUS_ERROR;
  return attributes(tags).some(
    ({ key, value }) =>
      (key === 'error' && value === 'true') ||
      (key === 'otel.status_code' && value === 'ERROR') ||
      (key === 'status.code' && value === '2'),
  );
}

/** `[{key, value}]`, an object, or either of them as JSON text. */
export function attributes(cell: unknown): Attribute[] {
  const value = parsed(cell);
  if (Array.isArray(value)) {
    return value.map((item: unknown) => ({
      key: textOf(record(item)['key']),
      value: textOf(record(item)['value']),
    }));
  }
  return Object.entries(record(value)).map(([key, item]) => ({ key, value: textOf(item) }));
}

function eventOf(entry: unknown): SpanEvent {
  const { timestamp, fields, name } = record(entry);
  const found = attributes(fields);
  const named =
    textOf(name) || found.find(({ key }) => key === 'event' || key === 'message')?.value || '';
  return { time: finite(timestamp) ?? NaN, name: named, fields: found };
}

function referenceOf(entry: unknown): Reference {
  const { traceID, spanID, tags } = record(entry);
  return { traceId: textOf(traceID), spanId: textOf(spanID), tags: attributes(tags) };
}

function list(cell: unknown): unknown[] {
  const value = parsed(cell);
  return Array.isArray(value) ? value : [];
}

function parsed(cell: unknown): unknown {
  if (typeof cell !== 'string') return cell;
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    return undefined;
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object'
    ? JSON.stringify(value)
    : String(value as string | number | boolean);
}

/** Sources name the parent of a root span by an empty text, or by an id of zeros. */
function parentOf(id: string): string {
  return id === '0'.repeat(16) ? '' : id;
}

function finite(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
