/** Which fields an override or a transformation means. */
import type { MatcherConfig } from '../dashboard';
import type { Field, Frame } from '../frame';
import { reduceFieldAny } from '../reduce';
import { fieldDisplayName } from './names';
import { patternOf } from './pattern';

export type FieldMatcher = (field: Field, frame: Frame, frames: readonly Frame[]) => boolean;

const always: FieldMatcher = () => true;
const never: FieldMatcher = () => false;

/** A matcher this version does not know matches nothing. */
export function fieldMatcher(config: MatcherConfig): FieldMatcher {
  const options = config.options;
  switch (config.id) {
    case 'byName':
      return named((name) => name === options);
    case 'byRegexp':
      return byPattern(options);
    case 'byType':
      return (field) => field.type === options;
    case 'byTypes':
      return (field) => list(options).includes(field.type);
    case 'byFrameRefID':
      return (_field, frame) => frame.refId === options;
    case 'byNames':
      return byNames(options);
    case 'byRegexpOrNames':
      return byPatternOrNames(options);
    case 'byValue':
      return byValue(options);
    case 'numeric':
      return (field) => field.type === 'number';
    case 'time':
      return (field) => field.type === 'time';
    case 'first':
      return (field, frame) => frame.fields[0] === field;
    case 'firstTimeField':
      return (field, frame) => frame.fields.find((other) => other.type === 'time') === field;
    case 'anyMatch':
      return combined(options, (results) => results.some(Boolean));
    case 'allMatch':
      return combined(options, (results) => results.every(Boolean));
    case 'invertMatch': {
      const inner = isMatcher(options) ? fieldMatcher(options) : never;
      return (field, frame, frames) => !inner(field, frame, frames);
    }
    case 'alwaysMatch':
      return always;
    default:
      return never;
  }
}

function list(value: unknown): string[] {
  if (value instanceof Set) return [...value].map(String);
  return Array.isArray(value) ? value.map(String) : [];
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isMatcher(value: unknown): value is MatcherConfig {
  return typeof record(value)['id'] === 'string';
}

/** Names are compared with what is shown and with what the source called the column. */
function named(test: (name: string) => boolean): FieldMatcher {
  return (field, frame, frames) => test(field.name) || test(fieldDisplayName(field, frame, frames));
}

function byPattern(options: unknown): FieldMatcher {
  const pattern = patternOf(String(options ?? ''));
  return (field, frame, frames) => pattern.test(fieldDisplayName(field, frame, frames));
}

function byNames(options: unknown): FieldMatcher {
  const { names, mode, prefix } = record(options);
  const wanted = new Set(list(names));
  const start = typeof prefix === 'string' ? prefix : '';
  const includes = named((name) => wanted.has(name) || (start !== '' && name.startsWith(start)));
  if (mode !== 'exclude') return includes;
  return (field, frame, frames) => {
    // Time stays: a series is hidden, not its axis.
    if (field.type === 'time' && frame.fields.length > 1) return false;
    return !includes(field, frame, frames);
  };
}

function byPatternOrNames(options: unknown): FieldMatcher {
  const { pattern, names } = record(options);
  const byName = byNames({ names });
  const text = typeof pattern === 'string' ? pattern : '';
  const byText = text ? byPattern(text) : never;
  return (field, frame, frames) => byName(field, frame, frames) || byText(field, frame, frames);
}

function combined(options: unknown, verdict: (results: boolean[]) => boolean): FieldMatcher {
  const inner = Array.isArray(options) ? options.filter(isMatcher).map(fieldMatcher) : [];
  return (field, frame, frames) => verdict(inner.map((match) => match(field, frame, frames)));
}

function byValue(options: unknown): FieldMatcher {
  const { reducer, op, value } = record(options);
  const wanted = Number(value);
  return (field) => {
    const reduced = reduceFieldAny(field, String(reducer ?? ''));
    return compares(
      reduced,
      String(op ?? '=='),
      typeof reduced === 'boolean' ? Boolean(value ?? true) : wanted,
    );
  };
}

function compares(left: unknown, op: string, right: number | boolean): boolean {
  if (left === null || left === undefined) return false;
  switch (op) {
    case '==':
    case '=':
    case 'eq':
      return left === right;
    case '!=':
    case 'neq':
      return left !== right;
    case '>':
    case 'gt':
      return Number(left) > Number(right);
    case '>=':
    case 'gte':
      return Number(left) >= Number(right);
    case '<':
    case 'lt':
      return Number(left) < Number(right);
    case '<=':
    case 'lte':
      return Number(left) <= Number(right);
    default:
      return false;
  }
}
