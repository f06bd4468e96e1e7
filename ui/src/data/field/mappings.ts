/** Value mappings: the first that fits gives text, colour and icon. */
import type { MappingResult, SpecialMatch, ValueMapping } from '../frame';
import { patternOf } from './pattern';

export function mappedValue(
  mappings: readonly ValueMapping[],
  value: unknown,
): MappingResult | undefined {
  for (const mapping of mappings) {
    const result = resultOf(mapping, value);
    if (result) return result;
  }
  return undefined;
}

function resultOf(mapping: ValueMapping, value: unknown): MappingResult | undefined {
  switch (mapping.type) {
    case 'value': {
      if (value === null || value === undefined) return undefined;
      const key = String(value);
      return Object.hasOwn(mapping.options, key) ? mapping.options[key] : undefined;
    }
    case 'range': {
      const { from, to, result } = mapping.options;
      const number =
        typeof value === 'number'
          ? value
          : typeof value === 'string' && value.trim() !== ''
            ? Number(value)
            : NaN;
      const inside = lowest(from) <= number && number <= highest(to);
      return inside ? result : undefined;
    }
    case 'regex':
      return typeof value === 'string' ? byPattern(mapping.options, value) : undefined;
    case 'special':
      return isSpecial(mapping.options.match, value) ? mapping.options.result : undefined;
    default:
      return undefined;
  }
}

/**
 * A bound that is absent is open; one stored as null counts as zero, as in the files users have.
 */
const lowest = (from: Bound): number => (from === undefined ? -Infinity : Number(from));
const highest = (to: Bound): number => (to === undefined ? Infinity : Number(to));

type Bound = number | string | null | undefined;

/** `$1` in the text is a group of the expression. */
function byPattern(
  options: { pattern: string; result: MappingResult },
  value: string,
): MappingResult | undefined {
  const pattern = patternOf(options.pattern);
  if (!pattern.test(value)) return undefined;
  const { text } = options.result;
  return typeof text === 'string'
    ? { ...options.result, text: value.replace(pattern, text) }
    : options.result;
}

function isSpecial(match: SpecialMatch, value: unknown): boolean {
  const isNull = value === null || value === undefined;
  const isNaN = typeof value === 'number' && Number.isNaN(value);
  switch (match) {
    case 'null':
      return isNull;
    case 'nan':
      return isNaN;
    case 'null+nan':
      return isNull || isNaN;
    case 'true':
      return value === true || value === 'true';
    case 'false':
      return value === false || value === 'false';
    case 'empty':
      return value === '';
    default:
      return false;
  }
}
