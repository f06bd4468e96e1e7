/** Configuration that comes from data: which key of a field a column sets. */
import type { FieldConfig, ThresholdStep, ValueMapping } from '../frame';
import { textOption, type Options } from './context';

const HANDLERS = new Set([
  'field.name',
  'field.value',
  'field.label',
  'max',
  'min',
  'unit',
  'decimals',
  'color',
  'threshold1',
  'mappings.value',
  'mappings.color',
  'mappings.text',
]);
const UNUSED = '__ignore';

/**
 * What a column sets: as stored (`null` for nothing), else what its name says; empty where that
 * says nothing.
 */
export function handlerOf(columnName: string, stored: Options | undefined): string {
  if (stored && 'handlerKey' in stored) return textOption(stored['handlerKey'], UNUSED);
  const key = columnName.toLowerCase();
  return HANDLERS.has(key) ? key : '';
}

const pending = new WeakMap<FieldConfig, ThresholdStep[]>();

export function setByHandler(config: FieldConfig, handler: string, value: unknown): void {
  if (value === null || value === undefined || value === '') return;
  switch (handler) {
    case 'min':
    case 'max':
    case 'decimals': {
      const number = Number(value);
      if (!Number.isNaN(number)) config[handler] = number;
      return;
    }
    case 'unit':
    case 'displayName':
      config[handler] = String(value);
      return;
    case 'color':
      config.color = { mode: 'fixed', fixedColor: String(value) };
      return;
    case 'threshold1':
      pending.set(config, [...(pending.get(config) ?? []), { value: Number(value), color: 'red' }]);
      return;
    default:
      return;
  }
}

/** Thresholds gathered for a field, below them green. */
export function thresholdsFrom(config: FieldConfig): void {
  const steps = pending.get(config);
  if (steps)
    config.thresholds = { mode: 'absolute', steps: [{ value: null, color: 'green' }, ...steps] };
}

/** Columns `value`, `text` and `color` of a table as one mapping. */
export function mappingFrom(
  values: readonly unknown[],
  texts: readonly unknown[],
  colors: readonly unknown[],
): ValueMapping {
  const options: Record<string, { text?: string; color?: string; index: number }> = {};
  values.forEach((value, index) => {
    const result: { text?: string; color?: string; index: number } = { index };
    if (texts[index] !== undefined && texts[index] !== null) result.text = String(texts[index]);
    if (colors[index] !== undefined && colors[index] !== null) result.color = String(colors[index]);
    options[String(value)] = result;
  });
  return { type: 'value', options };
}
