/**
 * Value mappings as rows of an editor. One stored value mapping holds several values; each of them
 * is a row.
 */
import type { MappingResult, SpecialMatch, ValueMapping } from '../../../../../data';

export type MappingKind = 'value' | 'range' | 'regex' | 'special';

export interface MappingRow {
  /** Stays with the row while it is edited and moved. */
  id: string;
  kind: MappingKind | 'unknown';
  /** The value, the expression or the special match; for ranges as written: `2 – 5`. */
  match: string;
  result: MappingResult;
  /** What the row was read from; keys the editor does not know are kept. */
  source?: ValueMapping;
}

export const SPECIAL_MATCHES: readonly { value: SpecialMatch; label: string }[] = [
  { value: 'null', label: 'Null' },
  { value: 'nan', label: 'NaN' },
  { value: 'null+nan', label: 'Null or NaN' },
  { value: 'true', label: 'True' },
  { value: 'false', label: 'False' },
  { value: 'empty', label: 'Empty' },
];

type Bound = number | string | null | undefined;

/** `2 – 5`, `≥ 2`, `≤ 5`, or nothing for a range without limits; null counts as zero. */
export function rangeText(from: Bound, to: Bound): string {
  const [low, high] = [from, to].map((bound) => (bound === null ? '0' : String(bound ?? '')));
  if (low && high) return `${low} – ${high}`;
  if (low) return `≥ ${low}`;
  return high ? `≤ ${high}` : '';
}

const RANGE = new Map([
  ['between', /^([^–]*?)(?:–|\.\.|\bto\b)(.*)$/],
  ['hyphen', /^([+-]?[\d.]+(?:e[+-]?\d+)?)\s*-\s*([+-]?[\d.]+(?:e[+-]?\d+)?)$/i],
  ['from', /^(?:≥|>=)(.*)()$/],
  ['to', /^()(?:≤|<=)(.*)$/],
]);
const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text));

/** The limits of a written range, undefined for a text that is none. */
export function readRange(text: string): { from?: string; to?: string } | undefined {
  const trimmed = text.trim().replace('−', '-');
  if (trimmed === '') return {};
  if (isNumber(trimmed)) return { from: trimmed, to: trimmed };
  for (const pattern of RANGE.values()) {
    const match = pattern.exec(trimmed);
    if (!match) continue;
    const [from = '', to = ''] = match.slice(1).map((part) => part.trim());
    if ((from && !isNumber(from)) || (to && !isNumber(to)) || (!from && !to)) return undefined;
    return { ...(from && { from }), ...(to && { to }) };
  }
  return undefined;
}

let lastId = 0;
export const newId = (): string => `mapping-${(lastId += 1)}`;

function isKnown({ type, options }: ValueMapping): boolean {
  if (typeof options !== 'object' || options === null) return false;
  return ['value', 'range', 'regex', 'special'].includes(type);
}

function rowsOfOne(mapping: ValueMapping): Omit<MappingRow, 'id' | 'source'>[] {
  if (!isKnown(mapping)) return [{ kind: 'unknown', match: JSON.stringify(mapping), result: {} }];
  switch (mapping.type) {
    case 'value':
      return Object.entries(mapping.options)
        .map(([match, result]) => ({ kind: mapping.type, match, result: result ?? {} }))
        .toSorted((a, b) => (a.result.index ?? 0) - (b.result.index ?? 0));
    case 'range': {
      const { from, to, result } = mapping.options;
      return [{ kind: 'range', match: rangeText(from, to), result: result ?? {} }];
    }
    case 'regex': {
      const { pattern, result } = mapping.options;
      return [{ kind: 'regex', match: pattern ?? '', result: result ?? {} }];
    }
    default: {
      const { match, result } = mapping.options;
      return [{ kind: 'special', match, result: result ?? {} }];
    }
  }
}

/** Rows in the order in which mappings are tried. */
export const rowsOf = (mappings: readonly ValueMapping[]): MappingRow[] =>
  mappings.flatMap((source) => rowsOfOne(source).map((row) => ({ ...row, id: newId(), source })));

/** A bound in the type it was stored in; null stays where it still says the same. */
function bound(written: string | undefined, before: Bound): Bound {
  if (written === undefined) return undefined;
  if (before === null && Number(written) === 0) return null;
  return typeof before === 'string' ? written : Number(written);
}

function rangeOf(row: MappingRow): ValueMapping {
  const source = row.source?.type === 'range' ? row.source : undefined;
  const { from: oldFrom, to: oldTo, ...rest } = source?.options ?? { result: row.result };
  const written = readRange(row.match);
  const from = written ? bound(written.from, oldFrom) : oldFrom;
  const to = written ? bound(written.to, oldTo) : oldTo;
  const options = {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...rest,
    result: row.result,
  };
  return { ...source, type: 'range', options };
}

function singleOf(row: MappingRow): ValueMapping {
  const { kind, match, result, source } = row;
  if (kind === 'unknown') return source ?? (JSON.parse(match) as ValueMapping);
  if (kind === 'range') return rangeOf(row);
  if (kind === 'regex')
    return source?.type === 'regex'
      ? { ...source, options: { ...source.options, pattern: match, result } }
      : { type: 'regex', options: { pattern: match, result } };
  const special = match as SpecialMatch;
  return source?.type === 'special'
    ? { ...source, options: { ...source.options, match: special, result } }
    : { type: 'special', options: { match: special, result } };
}

/** Positions are stored where other products read the order of values from them. */
function numbered(rows: readonly MappingRow[]): readonly MappingRow[] {
  const known = rows.filter(({ kind }) => kind !== 'unknown');
  const isAscending = known.every(({ result }, index) => {
    const before = known[index - 1]?.result.index ?? -1;
    return result.index !== undefined && result.index > before;
  });
  const isUnnumbered = known.every(({ kind, result }, index) => {
    const next = known[index + 1];
    return result.index === undefined && !(kind === 'value' && next?.kind === 'value');
  });
  if (isAscending || isUnnumbered) return rows;
  return rows.map((row, index) =>
    row.kind === 'unknown' || row.result.index === index
      ? row
      : { ...row, result: { ...row.result, index } },
  );
}

/**
 * The mappings to store. Neighbouring values share one mapping as long as they come from the same
 * one or are new and differ.
 */
export function mappingsOf(all: readonly MappingRow[]): ValueMapping[] {
  const rows = numbered(all);
  const mappings: ValueMapping[] = [];
  let open: { options: Record<string, MappingResult>; source?: ValueMapping } | undefined;
  for (const row of rows) {
    if (row.kind !== 'value') {
      open = undefined;
      mappings.push(singleOf(row));
      continue;
    }
    const source = row.source?.type === 'value' ? row.source : undefined;
    const fits =
      open &&
      !Object.hasOwn(open.options, row.match) &&
      (!source || !open.source || source === open.source);
    if (!open || !fits) {
      open = { options: {}, source };
      mappings.push({ ...source, type: 'value', options: open.options });
    }
    open.source ??= source;
    open.options[row.match] = row.result;
  }
  return mappings;
}

/** The row as another kind; what it matches is kept where that makes sense. */
export function withKind(row: MappingRow, kind: MappingKind): MappingRow {
  const special = SPECIAL_MATCHES.some(({ value }) => value === row.match);
  const match = {
    value: row.kind === 'range' ? (readRange(row.match)?.from ?? '') : row.match,
    range: readRange(row.match) ? row.match : '',
    regex: row.match,
    special: special ? row.match : 'null',
  }[kind];
  return { ...row, kind, match };
}

/** Rows of two or three columns (value, text, colour) in a pasted text; none for other texts. */
export function pastedRows(text: string): MappingRow[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const separator = ['\t', ';', ','].find((one) => lines.every((line) => line.includes(one)));
  if (!separator || (separator !== '\t' && lines.length < 2)) return [];
  return lines.map((line) => {
    const [match = '', shown = '', color] = line.split(separator).map((cell) => cell.trim());
    return { id: newId(), kind: 'value', match, result: { text: shown, ...(color && { color }) } };
  });
}

/** Why a row cannot match anything as it is written. */
export function problemOf(
  { kind, match }: MappingRow,
  patternProblem: (pattern: string) => string | undefined,
): string | undefined {
  if (kind === 'range' && !readRange(match))
    return 'Enter a range, such as 2 – 5, ≥ 2 or ≤ 5. The last valid range stays in effect.';
  return kind === 'regex' && match !== '' ? patternProblem(match) : undefined;
}
