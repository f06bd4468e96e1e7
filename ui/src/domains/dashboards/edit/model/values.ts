/** Stored values in words. */
import type { GridPos } from '../../../../data';
import { isValues } from './identity';

/** What is known of an option: its name in the editor, its unit and the names of its choices. */
export interface OptionWords {
  label: string;
  unit?: string;
  format?: (value: unknown) => string | undefined;
}
/** `path` is dotted, from the panel: `options.legend.calcs`, `fieldConfig.defaults.unit`. */
export type OptionLookUp = (panelType: string, path: string) => OptionWords | undefined;

const LONGEST = 120;

/** A short text for any JSON value; `unit` follows numbers. */
export function valueWords(value: unknown, words?: OptionWords): string {
  const own = value === undefined ? undefined : words?.format?.(value);
  if (own !== undefined) return own;
  if (value === undefined || value === null) return 'not set';
  if (value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return words?.unit ? `${value} ${words.unit}` : String(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return listWords(value, words);
  if (isValues(value)) return objectWords(value);
  return String(value);
}

function listWords(list: readonly unknown[], words?: OptionWords): string {
  if (list.length === 0) return 'none';
  return list.every((item) => !isValues(item) && !Array.isArray(item))
    ? list.map((item) => valueWords(item, words)).join(', ')
    : `${list.length} ${list.length === 1 ? 'entry' : 'entries'}`;
}

function objectWords(value: Record<string, unknown>): string {
  if (typeof value.from === 'string' && typeof value.to === 'string')
    return `${value.from} to ${value.to}`;
  if (typeof value.fixedColor === 'string' && value.mode === 'fixed') return value.fixedColor;
  if (Array.isArray(value.steps)) return thresholdWords(value.steps);
  if (typeof value.mode === 'string') return value.mode;
  if ('text' in value && 'value' in value) return valueWords(value.text);
  for (const key of ['name', 'title', 'uid'])
    if (typeof value[key] === 'string' && value[key] !== '') return value[key];
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function thresholdWords(steps: readonly unknown[]): string {
  const values = steps.flatMap((step) =>
    isValues(step) && typeof step.value === 'number' ? [String(step.value)] : [],
  );
  return values.length > 0 ? values.join(', ') : 'base only';
}

/** The size with what differs of the place: `x 10 · 8 × 8`. */
export function placeWords(place: GridPos, other?: GridPos): string {
  const onlyDown = other && other.x === place.x && other.w === place.w && other.h === place.h;
  const at = onlyDown ? `y ${place.y}` : `x ${place.x}`;
  return `${at} · ${place.w} × ${place.h}`;
}

/** `byName p99` as `p99`. */
export function matcherWords(matcher: unknown): string {
  if (!isValues(matcher)) return 'unknown fields';
  const { id, options } = matcher;
  const names = isValues(options) ? options.names : options;
  const text = Array.isArray(names) ? names.join(', ') : valueWords(names);
  if (id === 'byType') return `fields of type ${text}`;
  if (id === 'byFrameRefID') return `query ${text}`;
  if (id === 'numeric') return 'number fields';
  if (id === 'time') return 'time fields';
  if (id === 'byValue') return 'fields by value';
  return text;
}

const KEYS: Record<string, string> = {
  collapsed: 'Collapsed by default',
  datasource: 'Data source',
  expr: 'Query text',
  graphTooltip: 'Shared crosshair',
  gridPos: 'Position and size',
  hide: 'Hidden',
  multi: 'Multiple values',
  refId: 'Name',
  schemaVersion: 'Format version',
  time: 'Time range',
  timepicker: 'Time picker',
  timezone: 'Time zone',
};

/** `lineWidth` as `Line width`. */
export function keyWords(key: string): string {
  const known = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
  if (known) return known;
  const text = key
    .replace(
      /([a-z\d])([A-Z])/g,
      (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    )
    .replaceAll(/[_-]+/g, ' ')
    .trim();
  return text === '' ? key : text.charAt(0).toUpperCase() + text.slice(1);
}
