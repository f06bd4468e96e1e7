/** Says on the panel which of its regular expressions cannot be used. */
import type { FieldConfigSource } from '../dashboard';
import type { Frame } from '../frame';
import { storedPatternProblem } from './pattern';

type Source = Partial<FieldConfigSource> | undefined;

/**
 * The frames, with a notice for each expression of overrides and value mappings that no engine can
 * run.
 */
export function withPatternNotices(frames: Frame[], source: Source): Frame[] {
  const problems = new Set(patternsOf(source).map(storedPatternProblem));
  problems.delete(undefined);
  const [first, ...rest] = frames;
  if (!first || problems.size === 0) return frames;
  const more = [...problems].map((text) => ({ severity: 'warning' as const, text: text ?? '' }));
  return [
    { ...first, meta: { ...first.meta, notices: [...(first.meta?.notices ?? []), ...more] } },
    ...rest,
  ];
}

function patternsOf(source: Source): string[] {
  const overrides = source?.overrides ?? [];
  const properties = overrides.flatMap((override) => override.properties ?? []);
  const mappings = [
    source?.defaults?.mappings,
    ...properties.filter(({ id }) => id === 'mappings').map(({ value }) => value),
  ];
  return [
    ...overrides.flatMap(({ matcher }) =>
      matcher?.id === 'byRegexp' ? [String(matcher.options ?? '')] : [],
    ),
    ...mappings.flatMap((each) => (Array.isArray(each) ? each.flatMap(patternOfMapping) : [])),
  ];
}

function patternOfMapping(mapping: unknown): string[] {
  const { type, options } = (mapping ?? {}) as { type?: unknown; options?: { pattern?: unknown } };
  return type === 'regex' && typeof options?.pattern === 'string' ? [options.pattern] : [];
}
