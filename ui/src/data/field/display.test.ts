// @vitest-environment happy-dom
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Field, FieldConfig, FieldType, ValueMapping } from '../frame';
import { unexplained, written, type Meant } from '../testing/differences';
import { ctx, field, frame, time } from '../testing/fields';
import { oracle } from '../testing/oracle';
import { colorModes } from './color';
import { applyFieldConfig } from './config';
import type { FieldContext } from './context';

/** The value of one configured number as text and colour. */
function shown(
  value: unknown,
  config: FieldConfig,
  extra: Partial<Field> = {},
): { text: string; color?: string } {
  const [result] = applyFieldConfig(
    [frame([field('v', [value], { config, ...extra })])],
    undefined,
    ctx,
  );
  const display = result?.fields[0]?.display?.(value);
  return {
    text: (display?.prefix ?? '') + (display?.text ?? '') + (display?.suffix ?? ''),
    ...(display?.color ? { color: display.color } : {}),
  };
}

describe('values as a panel shows them', () => {
  const list = (...mappings: unknown[]): FieldConfig => ({ mappings: mappings as ValueMapping[] });
  const one = (type: string, options: unknown): FieldConfig => list({ type, options });
  const CONFIGS: Record<string, FieldConfig> = {
    nothing: {},
    bytes: { unit: 'bytes' },
    percent: { unit: 'percent', decimals: 1 },
    short: { unit: 'short' },
    seconds: { unit: 's' },
    none: { unit: 'none' },
    string: { unit: 'string' },
    'no value': { noValue: '-' },
    'no decimals': { decimals: 0 },
    'two decimals': { decimals: 2 },
    bool: { unit: 'bool' },
    'on and off': { unit: 'bool_on_off' },
    date: { unit: 'dateTimeAsIso' },
    several: list(
      {
        type: 'value',
        options: { '1': { text: 'up', color: 'green' }, '0': { text: 'down', color: 'red' } },
      },
      { type: 'range', options: { from: 10, to: 20, result: { text: 'some' } } },
      { type: 'regex', options: { pattern: '/^host-(\\d+)$/', result: { text: 'no $1' } } },
      { type: 'special', options: { match: 'null', result: { text: 'nothing' } } },
    ),
    texts: one('value', {
      '1': { text: 'up', icon: 'x' },
      true: { text: 'yes' },
      '': { text: 'blank' },
      null: { text: 'nul' },
      NaN: { text: 'nn' },
      '007': { text: 'bond' },
    }),
    'empty text': one('value', {
      '1': { text: '', color: 'red' },
      abc: { text: '' },
      b: { color: 'red' },
    }),
    range: one('range', { from: 0, to: 10, result: { text: 'in' } }),
    'open below': one('range', { to: 10, result: { text: 'in' } }),
    'open above': one('range', { from: 5, result: { text: 'in' } }),
    'open range': one('range', { result: { text: 'in' } }),
    'range of texts': one('range', { from: '1', to: '12', result: { text: 'in' } }),
    'whole text': one('regex', { pattern: 'a.c', result: { text: 'R' } }),
    'part of a text': one('regex', { pattern: '/b/', result: { text: 'R' } }),
    groups: one('regex', { pattern: '/(b)(c)?/', result: { text: '<$1>' } }),
    'colour of a text': one('regex', { pattern: '/b/', result: { color: 'red' } }),
    'text taken out': one('regex', { pattern: '/b/', result: { text: '' } }),
    'digit of a text': one('regex', { pattern: '/1/', result: { text: 'one' } }),
    null: one('special', { match: 'null', result: { text: 'N' } }),
    nan: one('special', { match: 'nan', result: { text: 'NAN' } }),
    'null or nan': one('special', { match: 'null+nan', result: { text: 'NN' } }),
    true: one('special', { match: 'true', result: { text: 'T' } }),
    false: one('special', { match: 'false', result: { text: 'F' } }),
    empty: one('special', { match: 'empty', result: { text: 'E' } }),
    'null as nothing': { noValue: '-', ...one('special', { match: 'null', result: { text: '' } }) },
    'built-in property': { unit: 'toString' },
  };
  const COLUMNS: Record<string, unknown[]> = {
    number: [
      0,
      1,
      5,
      10,
      15,
      20.1,
      -1,
      -0.5,
      1234.5678,
      null,
      undefined,
      NaN,
      Infinity,
      '12',
      '',
      'abc',
      true,
    ],
    string: [
      '',
      ' ',
      'host-7',
      'abc',
      'xbcx',
      'b',
      '12',
      '1',
      '007',
      '123456789012345678',
      '1e3',
      '0x10',
      'true',
      'NaN',
      'Infinity',
      null,
      undefined,
      12,
      true,
    ],
    boolean: [true, false, null, undefined],
    time: [0, 1700000000000, null, '2024-01-01T00:00:00Z'],
    other: [['a', 'b'], [1, 2], [], null, 'text', 12, { a: 1 }],
    enum: [0, 1, null],
  };
  const MEANT: Meant = [
    [
      /\(built-in property\)/,
      'the package takes the unit for the method of that name, ours writes it behind the number',
    ],
    [
      /^(number|string) "?<?Infinity/,
      'what is not finite has no unit; the package writes "∞ years" and "True"',
    ],
    [
      /^(number|string) true \((on and off|bool)\)|^boolean .* \((on and off|bool)\)/,
      'a boolean unit is used for booleans too',
    ],
    [/^string " " /, 'a blank is no zero'],
    [
      /^(number|string|other) "[^"]*" \(date\): /,
      'a text that is no date stays as it is; the package guesses',
    ],
    [/^other {"a":1} /, 'an object is shown as JSON, not as "[object Object]"'],
    [/^string "0x10" \((several|range|open)/, 'a hexadecimal text is the number it writes, not 0'],
    [/^other \[1,2\] \(.*(range|open)/, 'a list is no number'],
    [/^other \[\] \((no value|null as nothing)/, 'an empty list is no value'],
    [/^enum null \(no value/, 'a missing state is no value'],
  ];

  const theme = oracle.createTheme();

  beforeAll(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });

  function theirs(value: unknown, type: string, config: FieldConfig): string {
    const display = oracle.getDisplayProcessor({
      field: {
        name: 'v',
        type: type as import('@grafana/data').FieldType,
        config: structuredClone(config) as import('@grafana/data').FieldConfig,
      },
      theme,
      timeZone: 'utc',
    });
    const result = display(value);
    return (result.prefix ?? '') + result.text + (result.suffix ?? '');
  }

  test('every type of column reads as users are used to', () => {
    const different: string[] = [];
    for (const [type, values] of Object.entries(COLUMNS)) {
      for (const [name, config] of Object.entries(CONFIGS)) {
        for (const value of values) {
          const wanted = theirs(value, type, config);
          const ours = shown(value, config, { type: type as FieldType }).text;
          if (ours !== wanted)
            different.push(`${type} ${written(value)} (${name}): "${ours}" instead of "${wanted}"`);
        }
      }
    }
    expect(unexplained(different, MEANT)).toEqual([]);
  });

  test('a column of texts never becomes numbers without a unit', () => {
    const texts = ['007', '123456789012345678', '1e3', '0x10'];
    expect(texts.map((text) => shown(text, {}, { type: 'string' }).text)).toEqual(texts);
    expect(texts.map((text) => shown(text, { decimals: 2 }, { type: 'string' }).text)).toEqual(
      texts,
    );
  });

  test('an absent bound of a range is open, one stored as null counts as zero', () => {
    const within = (from: number | null | undefined, to: number | null | undefined): string[] => {
      const options = {
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
        result: { text: 'in' },
      };
      return [-5, 0, 5].map((value) => shown(value, list({ type: 'range', options })).text);
    };
    expect(within(undefined, 0)).toEqual(['in', 'in', '5']);
    expect(within(null, 5)).toEqual(['-5', 'in', 'in']);
    expect(within(0, null)).toEqual(['-5', 'in', '5']);
    expect(within(-5, undefined)).toEqual(['in', 'in', 'in']);
  });

  test('a mapping to an empty text shows nothing, not even the text for no value', () => {
    const config = { noValue: '-', ...one('special', { match: 'null', result: { text: '' } }) };
    expect(shown(null, config).text).toBe('');
    expect(shown(null, { noValue: '-' }).text).toBe('-');
  });

  test('times follow the dashboard zone and their unit', () => {
    expect(shown(0, {}, { type: 'time' }).text).toBe('1970-01-01 00:00:00');
    expect(shown(0, { unit: 'time: YYYY' }, { type: 'time' }).text.trim()).toBe('1970');
  });
});

/**
 * Modes that came after 10.4: the palettes are drawn with the classic one, the other by thresholds.
 */
const NEWER = [
  'gradient',
  'palette-colorblind',
  'palette-categorical-next',
  'palette-categorical-next-2',
  'palette-categorical-next-3',
];

describe('colours', () => {
  const steps = [
    { color: 'green', value: null },
    { color: 'orange', value: 50 },
    { color: 'red', value: 80 },
  ];

  test('thresholds colour a value by the last step it reaches', () => {
    const config: FieldConfig = {
      color: { mode: 'thresholds' },
      thresholds: { mode: 'absolute', steps },
    };
    expect([0, 49.9, 50, 80, 1000].map((value) => shown(value, config).color)).toEqual([
      'css(green)',
      'css(green)',
      'css(orange)',
      'css(red)',
      'css(red)',
    ]);
  });

  test('every mode of the package is known', () => {
    const theirs = oracle.fieldColorModeRegistry.list().map(({ id }) => String(id));
    expect(theirs.filter((id) => !colorModes.includes(id))).toEqual(NEWER);
    const palettes = NEWER.filter((id) => id.startsWith('palette-'));
    expect(palettes.map((mode) => shown(1, { color: { mode } }).color)).toEqual(
      palettes.map(() => 'series-0'),
    );
  });

  test('true is green and false is red, or they are the ends of a ramp', () => {
    const colors = (config: FieldConfig): unknown[] =>
      [true, false].map((value) => shown(value, config, { type: 'boolean' }).color);
    expect(colors({})).toEqual(['css(green)', 'css(red)']);
    expect(colors({ color: { mode: 'palette-classic' } })).toEqual(['css(green)', 'css(red)']);
    expect(colors({ color: { mode: 'continuous-GrYlRd' } })).toEqual(['css(red)', 'css(green)']);
  });

  test('limits the wrong way round are swapped', () => {
    const config: FieldConfig = {
      min: 100,
      max: 0,
      thresholds: { mode: 'percentage', steps },
      color: { mode: 'thresholds' },
    };
    expect(shown(60, config).color).toBe('css(orange)');
  });

  test('thresholds in percent measure the place between min and max', () => {
    const config: FieldConfig = {
      min: 0,
      max: 200,
      color: { mode: 'thresholds' },
      thresholds: { mode: 'percentage', steps },
    };
    expect([50, 100, 160].map((value) => shown(value, config).color)).toEqual([
      'css(green)',
      'css(orange)',
      'css(red)',
    ]);
  });

  test('a mapping goes before the thresholds', () => {
    const mappings: ValueMapping[] = [
      { type: 'value', options: { '90': { text: 'x', color: 'blue' } } },
    ];
    expect(shown(90, { thresholds: { mode: 'absolute', steps }, mappings }).color).toBe(
      'css(blue)',
    );
  });

  test('ramps mix their colours along the range', () => {
    const theme: FieldContext = {
      ...ctx,
      themeColor: (name) => ({ green: '#000000', yellow: '#808080', red: '#ffffff' })[name] ?? name,
    };
    const config: FieldConfig = { min: 0, max: 100, color: { mode: 'continuous-GrYlRd' } };
    const [result] = applyFieldConfig(
      [frame([field('v', [0, 25, 50, 100], { config })])],
      undefined,
      theme,
    );
    expect([0, 25, 50, 100].map((value) => result?.fields[0]?.display?.(value).color)).toEqual([
      'rgb(0, 0, 0)',
      'rgb(64, 64, 64)',
      'rgb(128, 128, 128)',
      'rgb(255, 255, 255)',
    ]);
  });

  test('ramps of one hue start at the colour of the panel', () => {
    const theme: FieldContext = {
      ...ctx,
      themeColor: (name) => ({ '--bg-panel': '#000000', 'dark-blue': '#0000ff' })[name] ?? name,
    };
    const [result] = applyFieldConfig(
      [
        frame([
          field('v', [0, 100], {
            config: { min: 0, max: 100, color: { mode: 'continuous-blues' } },
          }),
        ]),
      ],
      undefined,
      theme,
    );
    expect([0, 100].map((value) => result?.fields[0]?.display?.(value).color)).toEqual([
      'rgb(0, 0, 0)',
      'rgb(0, 0, 255)',
    ]);
  });

  test('the palette goes by the place among all series, time not counted', () => {
    const frames = [
      frame([time(), field('a', [1, 2]), field('b', [1, 2])]),
      frame([time(), field('c', [1, 2])]),
    ];
    const result = applyFieldConfig(
      frames,
      { defaults: { color: { mode: 'palette-classic' } }, overrides: [] },
      ctx,
    );
    expect(
      result
        .flatMap((one) => one.fields.map((f) => [f.name, f.color, f.seriesIndex]))
        .filter(([, , index]) => index !== undefined),
    ).toEqual([
      ['a', 'series-0', 0],
      ['b', 'series-1', 1],
      ['c', 'series-2', 2],
    ]);
  });

  test('the place within the range is known even without configured limits', () => {
    const [result] = applyFieldConfig([frame([field('a', [0, 50, 100])])], undefined, ctx);
    expect(result?.fields[0]?.display?.(25).percent).toBe(0.25);
  });
});
