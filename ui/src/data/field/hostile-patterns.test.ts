// @vitest-environment node
import { expect, test } from 'vitest';
import type { Transformation } from '../dashboard';
import type { FieldContext } from './context';
import type { FieldConfig, Frame } from '../frame';
import { loadPatternEngine } from '../pattern';
import { transform } from '../transform';
import { applyFieldConfig } from './config';

const HOSTILE = '/^(a+)+$/';
const TEXT = `${'a'.repeat(5000)}!`;
const NEVER = '/(?=(a+)+)\\1(a+)+b/';

const context = {
  themeColor: (name: string) => name,
  series: [],
  timeZone: 'UTC',
  interpolate: (text: string) => text,
  defaultColorMode: 'thresholds',
  linkUrl: (path: string) => path,
  timeRange: undefined,
} as unknown as FieldContext;
const frame = (name = TEXT): Frame => ({
  refId: 'A',
  fields: [{ name, type: 'string', config: {}, values: [TEXT, 'aaa'] }],
  length: 2,
});
const configured = (defaults: Partial<FieldConfig>, overrides: unknown[] = []) =>
  applyFieldConfig([frame()], { defaults, overrides } as never, context);
const mapping = (pattern: string) => ({
  type: 'regex',
  options: { pattern, result: { text: 'letters' } },
});
const notices = (frames: readonly Frame[]) =>
  frames.flatMap(({ meta }) => (meta?.notices ?? []).map(({ text }) => text));

test('T55: a pattern of a value mapping, an override or a renaming freezes no tab, and still finds what it should', async () => {
  await loadPatternEngine();
  const [mapped] = configured({ mappings: [mapping(HOSTILE)] } as never);
  expect(mapped?.fields[0]?.display?.('aaa').text).toBe('letters');
  expect(mapped?.fields[0]?.display?.(TEXT).text).toBe(TEXT);

  const override = (pattern: string) => ({
    matcher: { id: 'byRegexp', options: pattern },
    properties: [{ id: 'unit', value: 's' }],
  });
  expect(configured({}, [override(HOSTILE)])[0]?.fields[0]?.config.unit).toBeUndefined();
  expect(configured({}, [override('/^(a+)+!$/')])[0]?.fields[0]?.config.unit).toBe('s');

  const renamed = (regex: string) =>
    transform(
      [frame()],
      [{ id: 'renameByRegex', options: { regex, renamePattern: 'b' } }] as Transformation[],
      { timeZone: 'UTC', interpolate: (text) => text },
    );
  expect(renamed('^(a+)+$')[0]?.fields[0]?.config.displayName).toBeUndefined();
  expect(renamed('^(a+)+!$')[0]?.fields[0]?.config.displayName).toBe('b');
});

test('T55: an expression that no engine can run in time is named on the panel', async () => {
  await loadPatternEngine();
  expect(notices(configured({ mappings: [mapping(NEVER)] } as never))).toEqual([
    expect.stringMatching(/^The regular expression .* cannot be used/),
  ]);
  const [shown] = transform(
    [frame()],
    [{ id: 'renameByRegex', options: { regex: NEVER, renamePattern: '' } }] as Transformation[],
    { timeZone: 'UTC', interpolate: (text) => text },
  );
  expect(notices(shown ? [shown] : [])).toEqual([
    expect.stringContaining('"renameByRegex" failed: The regular expression'),
  ]);
});
