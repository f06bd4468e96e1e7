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
      return named([String(options ?? '')]);
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

/**
 * A name is what is shown or what the source called the column; `Value` and `Time` also mean the
 * column of that kind.
 */
function named(names: readonly string[]): FieldMatcher {
  const wanted = new Set(names);
  const wantsTime = wanted.has('Time') || wanted.has('time');
  const isMetric = ({ name, labels }: Field): boolean =>
    name !== '' && labels?.['__name__'] === name;
  return (field, frame, frames) =>
    wanted.has(field.name) ||
    (wantsTime && field.type === 'time') ||
    (wanted.has('Value') && isMetric(field)) ||
    wanted.has(fieldDisplayName(field, frame, frames));
}

function byPattern(options: unknown): FieldMatcher {
  const pattern = patternOf(String(options ?? ''));
  return (field, frame, frames) => pattern.test(fieldDisplayName(field, frame, frames));
}

function byNames(options: unknown): FieldMatcher {
  const { names, mode } = record(options);
  const includes = named(list(names));
  return mode === 'exclude' ? (...subject) => !includes(...subject) : includes;
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

const isFlag = (reducer: string): boolean => reducer === 'allIsZero' || reducer === 'allIsNull';

/** `allIsZero` and `allIsNull` decide alone; the result of any other reducer is compared. */
function byValue(options: unknown): FieldMatcher {
  const { reducer, op, value } = record(options);
  const id = String(reducer ?? '');
  return (field) => {
    const reduced = reduceFieldAny(field, id);
    return isFlag(id)
      ? reduced === true
      : compares(reduced ?? null, String(op ?? 'eq'), value ?? null);
  };
}

/** Values equal when they are written alike; without one of them no other order is known. */
function compares(left: unknown, op: string, right: unknown): boolean {
  const isEqual = String(left) === String(right);
  const isOrdered = left !== null && right !== null;
  switch (op) {
    case '==':
    case '=':
    case 'eq':
      return isEqual;
    case '!=':
    case 'neq':
      return !isEqual;
    case '>':
    case 'gt':
      return isOrdered && Number(left) > Number(right);
    case '>=':
    case 'gte':
      return isOrdered ? Number(left) >= Number(right) : isEqual;
    case '<':
    case 'lt':
      return isOrdered && Number(left) < Number(right);
    case '<=':
    case 'lte':
      return isOrdered ? Number(left) <= Number(right) : isEqual;
    default:
      return false;
  }
}
