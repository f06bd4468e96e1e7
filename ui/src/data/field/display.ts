/** One value of a field as a panel shows it: mapping, unit, colour, place within the range. */
import { formatValue } from '../format/value';
import type { DisplayValue, Field } from '../frame';
import { parseDate } from '../time/parse';
import type { FieldContext } from './context';
import { booleanColors, fieldColors, type FieldColors } from './color';
import { mappedValue } from './mappings';

export interface DisplayScale {
  min?: number | null;
  max?: number | null;
}

/** `scale` replaces the configured min and max, for fields that share one range. */
export function displayProcessor(
  field: Field,
  ctx: FieldContext,
  scale: DisplayScale = field.config,
  colors: FieldColors = fieldColors(
    field.config,
    field.displayName ?? field.name,
    field.seriesIndex ?? 0,
    ctx,
  ),
): (value: unknown) => DisplayValue {
  const { config } = field;
  const states = field.type === 'enum' ? (config.type?.enum?.text ?? []) : [];
  const mappings = config.mappings ?? [];
  const unit = unitOf(field);
  const toNumber = numberReader(field, unit, ctx.timeZone);
  const percentOf = percentWithin(scale);
  const colorOf = field.type === 'boolean' ? booleanColors(config, colors, ctx) : colors.at;

  return (stored) => {
    const numeric = toNumber(stored);
    const value = field.type === 'time' && !Number.isNaN(numeric) ? numeric : stored;
    const percent = percentOf(numeric);
    const mapped = mappings.length > 0 ? mappedValue(mappings, value) : undefined;
    const shown: DisplayValue = { text: '', numeric };
    if (typeof mapped?.text === 'string') shown.text = mapped.text;
    else if (isMissing(value)) shown.text = config.noValue ?? '';
    else if (states[numeric] !== undefined) shown.text = states[numeric];
    else if (typeof value === 'boolean' && !unit?.startsWith('bool')) shown.text = String(value);
    else if (!Number.isNaN(numeric))
      Object.assign(shown, formatValue(numeric, unit, config.decimals, ctx.timeZone));
    else shown.text = textOf(value) || (config.noValue ?? '');
    if (mapped?.icon) shown.icon = mapped.icon;
    if (percent !== undefined) shown.percent = percent;
    shown.color = mapped?.color ? ctx.themeColor(mapped.color) : colorOf(numeric, percent);
    return shown;
  };
}

function unitOf(field: Field): string | undefined {
  const { unit } = field.config;
  if (field.type !== 'time' || isDateUnit(unit)) return unit;
  return isWithinMinute(field) ? 'time:YYYY-MM-DD HH:mm:ss.SSS' : 'dateTimeAsSystem';
}

function isWithinMinute({ values }: Field): boolean {
  const [first, last] = [values[0], values.at(-1)].map((at) =>
    typeof at === 'string' ? Date.parse(at) : Number(at),
  );
  return values.length > 1 && Math.abs((last ?? NaN) - (first ?? NaN)) < 60_000;
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined;
}

const isDateUnit = (unit: string | undefined): boolean =>
  unit !== undefined && (unit.startsWith('date') || unit.startsWith('time:'));

/** A column of texts holds numbers where a unit says so, and dates where that is one of dates. */
function numberReader(
  field: Field,
  unit: string | undefined,
  timeZone: string,
): (value: unknown) => number {
  if (unit === 'string' || (field.type === 'string' && !unit)) return () => NaN;
  if (!isDateUnit(unit)) return numberOf;
  return (value) => {
    const number = numberOf(value);
    if (!Number.isNaN(number) || typeof value !== 'string') return number;
    return parseDate(value.trim(), timeZone) ?? NaN;
  };
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && value.trim() !== '') return Number(value);
  return NaN;
}

function textOf(value: unknown): string {
  if (Array.isArray(value))
    return value.map((entry) => (isMissing(entry) ? '' : textOf(entry))).join(', ');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return String(value);
}

/** 0..1 between min and max; unknown where one of them is. */
export function percentWithin({ min, max }: DisplayScale): (value: number) => number | undefined {
  if (min === null || min === undefined || max === null || max === undefined)
    return () => undefined;
  const span = max - min;
  return (value) => (Number.isNaN(value) ? undefined : span === 0 ? 0 : (value - min) / span);
}
