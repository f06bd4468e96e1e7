/** The span of one row, as links need it, and its variables. */
import { formatVariable, type Frame } from '@vedette/sdk';
import { list, record, type LinkTag } from './settings';

export interface LinkedSpan {
  traceId: string;
  spanId: string;
  name: string;
  service: string;
  /** Milliseconds since the epoch, with a fraction. */
  start: number;
  /** Milliseconds. */
  duration: number;
  /** Attributes of the span, then those of its resource that it does not have itself. */
  tags: ReadonlyMap<string, string>;
}

export interface LinkedTrace {
  name: string;
  /** Milliseconds. */
  duration: number;
}

export function spanReader(frame: Frame): (row: number) => LinkedSpan {
  const columns = new Map(frame.fields.map((field) => [field.name.toLowerCase(), field.values]));
  const cell = (name: string, row: number): unknown => columns.get(name)?.[row];
  return (row) => ({
    traceId: asText(cell('traceid', row)),
    spanId: asText(cell('spanid', row)),
    name: asText(cell('operationname', row)),
    service: asText(cell('servicename', row)),
    start: Number(cell('starttime', row)) || 0,
    duration: Number(cell('duration', row)) || 0,
    tags: new Map([...pairs(cell('servicetags', row)), ...pairs(cell('tags', row))]),
  });
}

/** From the first span without a parent; its length spans them all. */
export function traceOf(frame: Frame): LinkedTrace {
  const span = spanReader(frame);
  const parents =
    frame.fields.find(({ name }) => name.toLowerCase() === 'parentspanid')?.values ?? [];
  let [from, to, root] = [Infinity, -Infinity, 0];
  const starts = frame.fields.find(({ name }) => name.toLowerCase() === 'starttime')?.values ?? [];
  const durations =
    frame.fields.find(({ name }) => name.toLowerCase() === 'duration')?.values ?? [];
  for (let row = frame.length - 1; row >= 0; row--) {
    const start = Number(starts[row]) || 0;
    from = Math.min(from, start);
    to = Math.max(to, start + (Number(durations[row]) || 0));
    if (!parents[row]) root = row;
  }
  const { service, name } = span(root);
  return { name: `${service}: ${name}`, duration: Math.max(0, to - from) };
}

function pairs(cell: unknown): [string, string][] {
  return list(cell).map((entry) => [asText(record(entry)['key']), asText(record(entry)['value'])]);
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object'
    ? JSON.stringify(value)
    : String(value as string | number | boolean);
}

/**
 * `cluster="eu", pod="web-1"` of the tags the span has; names that labels cannot have are written
 * with `_`.
 */
export function tagMatchers(span: LinkedSpan, tags: readonly LinkTag[]): string {
  return tags
    .flatMap(({ key, value }) => {
      const found = span.tags.get(key);
      return found ? [`${value ?? key.replace(/[^A-Za-z0-9_:]/g, '_')}=${quoted(found)}`] : [];
    })
    .join(', ');
}

export function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

const VARIABLE =
  /\$\{(__tags|__span|__trace)((?:\.\w+|\[(?:"[^"]*"|'[^']*')\])*)(?::(\w+))?\}|\$__tags\b/g;
const PATH_PART = /\.(\w+)|\["([^"]*)"\]|\['([^']*)'\]/g;

/**
 * `template` with its variables; undefined where one of them is empty: such a query would ask for
 * something else.
 */
export function filledIn(
  template: string,
  span: LinkedSpan,
  trace: LinkedTrace,
  tags: readonly LinkTag[],
): string | undefined {
  let isComplete = true;
  const text = template.replace(
    VARIABLE,
    (_, scope: string | undefined, path: string | undefined, format: string | undefined) => {
      const parts = [...(path ?? '').matchAll(PATH_PART)].map(
        (part) => part[1] ?? part[2] ?? part[3] ?? '',
      );
      const value = valueOf(scope ?? '__tags', parts, span, trace, tags);
      if (value === '') isComplete = false;
      return format ? formatVariable(value, format, { name: scope ?? '__tags' }) : value;
    },
  );
  return isComplete ? text : undefined;
}

/** Durations are whole microseconds, as in Grafana 10.4. */
function valueOf(
  scope: string,
  [part = '', ...rest]: string[],
  span: LinkedSpan,
  trace: LinkedTrace,
  tags: readonly LinkTag[],
): string {
  if (scope === '__tags') return tagMatchers(span, tags);
  const micros = (milliseconds: number) => String(Math.round(milliseconds * 1000));
  if (scope === '__trace')
    return (
      { traceId: span.traceId, duration: micros(trace.duration), name: trace.name }[part] ?? ''
    );
  if (part === 'tags') return span.tags.get(rest.join('.')) ?? '';
  return (
    {
      spanId: span.spanId,
      traceId: span.traceId,
      duration: micros(span.duration),
      name: span.name,
    }[part] ?? ''
  );
}
