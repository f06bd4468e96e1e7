/** One value of a field as a panel shows it: mapping, unit, colour, place within the range. */
import { formatValue } from '../format/value';
import type { DisplayValue, Field } from '../frame';
import type { FieldContext } from './context';
import { fieldColors, type FieldColors } from './color';
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
  const mappings = config.mappings ?? [];
  const unit = unitOf(field);
  const percentOf = percentWithin(scale);

  return (value) => {
    const numeric = unit === 'string' ? NaN : numberOf(value);
    const percent = percentOf(numeric);
    const mapped = mappings.length > 0 ? mappedValue(mappings, value) : undefined;
    const shown: DisplayValue = { text: '', numeric };
    if (mapped?.text) shown.text = mapped.text;
    else if (isMissing(value)) shown.text = config.noValue ?? '';
    else if (typeof value === 'boolean' && !unit?.startsWith('bool')) shown.text = String(value);
    else if (!Number.isNaN(numeric))
      Object.assign(shown, formatValue(numeric, unit, config.decimals, ctx.timeZone));
    else shown.text = textOf(value) || (config.noValue ?? '');
    if (mapped?.icon) shown.icon = mapped.icon;
    if (percent !== undefined) shown.percent = percent;
    shown.color = mapped?.color ? ctx.themeColor(mapped.color) : colors.at(numeric, percent);
    return shown;
  };
}

function unitOf(field: Field): string | undefined {
  const { unit } = field.config;
  if (field.type === 'time')
    return unit?.startsWith('date') || unit?.startsWith('time:') ? unit : 'dateTimeAsSystem';
  return unit;
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined;
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && value.trim() !== '') return Number(value);
  return NaN;
}

function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return String(value);
}

/** 0..1 between min and max; unknown where one of them is. */
export function percentWithin({ min, max }: DisplayScale): (value: number) => number | undefined {
  if (min === null || min === undefined || max === null || max === undefined) return () => undefined;
  const span = max - min;
  return (value) => (Number.isNaN(value) ? undefined : span === 0 ? 0 : (value - min) / span);
}
