/**
 * Everything known of a line by name: its labels, what its text holds, and the other columns of its
 * row.
 */
import type { Field, FilterSubject, ResolvedLink } from '@vedette/sdk';
import { logfmtPairs } from './logfmt';
import { shapeOf, type LogLine } from './lines';

export type Origin = 'label' | 'metadata' | 'parsed' | 'line' | 'column';

export interface LineField {
  origin: Origin;
  name: string;
  value: string;
  /**
   * What a filter has to know beyond name and value; undefined where nothing can be filtered by it.
   */
  filter?: FilterSubject;
  links: ResolvedLink[];
}

const MOST_FIELDS = 200;
const DEEPEST = 6;
const MOST_JSON = 200_000;
const ORIGINS: Record<string, Origin> = { S: 'metadata', P: 'parsed' };

const known = new WeakMap<LogLine, LineField[]>();

export function fieldsOf(line: LogLine): LineField[] {
  const before = known.get(line);
  if (before) return before;
  const labels = Object.entries(line.labels).map(([name, value]): LineField => {
    const labelType = line.labelTypes[name];
    const filter = labelType === undefined ? {} : { labelType };
    return { origin: ORIGINS[labelType ?? ''] ?? 'label', name, value, filter, links: [] };
  });
  const fields = [...labels, ...inText(line), ...columns(line)];
  known.set(line, fields);
  return fields;
}

/** The value of a name: a label's, else that in the text, else that of a column. */
export function valueOf(line: LogLine, name: string): string | undefined {
  return line.labels[name] ?? fieldsOf(line).find((field) => field.name === name)?.value;
}

/** Links of the row, those of derived fields first. */
export function linksOf({ frame, row }: LogLine): ResolvedLink[] {
  return frame.fields.flatMap((field) => field.getLinks?.(row) ?? []);
}

function inText({ text, labels }: LogLine): LineField[] {
  const asJson = jsonPairs(text);
  const pairs = asJson ?? logfmtPairs(text);
  const filter = { labelType: 'P', parser: asJson ? ('json' as const) : ('logfmt' as const) };
  return pairs
    .filter(([name, value]) => labels[name] !== value)
    .map(([name, value]) => ({ origin: 'line', name, value, filter, links: [] }));
}

/**
 * Names of nested values are joined by `_`, as LogQL's `json` stage does; lists stay as they are
 * written.
 */
function jsonPairs(text: string): [string, string][] | undefined {
  if (!/^\s*\{/.test(text) || text.length > MOST_JSON) return undefined;
  const pairs: [string, string][] = [];
  const add = (value: unknown, name: string, depth: number) => {
    if (value === null || value === undefined || pairs.length >= MOST_FIELDS) return;
    if (typeof value !== 'object') pairs.push([name, String(value)]);
    else if (Array.isArray(value) || depth >= DEEPEST) pairs.push([name, JSON.stringify(value)]);
    else
      for (const [key, inner] of Object.entries(value))
        add(inner, name ? `${name}_${key}` : key, depth + 1);
  };
  try {
    add(JSON.parse(text), '', 0);
  } catch {
    return undefined;
  }
  return pairs;
}

function columns({ frame, row }: LogLine): LineField[] {
  const shape = shapeOf(frame);
  const drawn = new Set<Field | undefined>(
    shape && [shape.time, shape.body, shape.labels, shape.precise, shape.labelTypes],
  );
  // Sources of logs make ids up to tell lines apart; that of a table may say something.
  if (shape?.precise || frame.meta?.type === 'log-lines') drawn.add(shape?.id);
  return frame.fields
    .filter((field) => !drawn.has(field))
    .map((field) => ({
      origin: 'column' as const,
      name: field.displayName ?? field.name,
      value: valueText(field.values[row]),
      links: field.getLinks?.(row) ?? [],
    }))
    .filter(({ value }) => value !== '');
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
