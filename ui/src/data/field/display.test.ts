// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import type { Field, FieldConfig, ValueMapping } from '../frame';
import { ctx, field, frame, time } from '../testing/fields';
import { oracle } from '../testing/oracle';
import { applyFieldConfig } from './config';
import type { FieldContext } from './context';

/** The value of one configured number as text and colour. */
function shown(
  value: unknown,
  config: FieldConfig,
  extra: Partial<Field> = {},
): { text: string; color?: string } {
  const [result] = applyFieldConfig([frame([field('v', [value], { config, ...extra })])], undefined, ctx);
  const display = result?.fields[0]?.display?.(value);
  return {
    text: (display?.prefix ?? '') + (display?.text ?? '') + (display?.suffix ?? ''),
    ...(display?.color ? { color: display.color } : {}),
  };
}

describe('values as a panel shows them', () => {
  const mappings: ValueMapping[] = [
    { type: 'value', options: { '1': { text: 'up', color: 'green' }, '0': { text: 'down', color: 'red' } } },
    { type: 'range', options: { from: 10, to: 20, result: { text: 'some' } } },
    { type: 'range', options: { from: null, to: -1, result: { text: 'negative', color: 'orange' } } },
    { type: 'regex', options: { pattern: '/^host-(\\d+)$/', result: { text: 'no $1' } } },
    { type: 'special', options: { match: 'null', result: { text: 'nothing' } } },
    { type: 'special', options: { match: 'nan', result: { text: 'broken' } } },
    { type: 'special', options: { match: 'true', result: { text: 'yes' } } },
    { type: 'special', options: { match: 'empty', result: { text: 'blank' } } },
  ];
  const CONFIGS: FieldConfig[] = [
    {},
    { unit: 'bytes' },
    { unit: 'percent', decimals: 1 },
    { mappings },
    { mappings, unit: 'short' },
    { noValue: '-' },
    { unit: 'string' },
    { decimals: 0 },
  ];
  const NUMBERS: unknown[] = [0, 1, 10, 15, 20, 20.1, -1, -0.5, 1234.5678, null, undefined, NaN];
  const TEXTS: unknown[] = ['', 'host-7', 'abc', '12', '1', null, undefined];
  const BOOLEANS: unknown[] = [true, false, null];

  function theirs(value: unknown, type: string, config: FieldConfig): string {
    const display = oracle.getDisplayProcessor({
      field: {
        name: 'v',
        type: type as import('@grafana/data').FieldType,
        config: structuredClone(config) as import('@grafana/data').FieldConfig,
      },
      theme: oracle.createTheme(),
      timeZone: 'utc',
    });
    const result = display(value);
    return (result.prefix ?? '') + result.text + (result.suffix ?? '');
  }

  test.each([
    ['number', NUMBERS],
    ['string', TEXTS],
    ['boolean', BOOLEANS],
  ] as const)('%s columns read as users are used to', (type, values) => {
    const different: string[] = [];
    for (const config of CONFIGS) {
      for (const value of values) {
        const wanted = theirs(value, type, config);
        const ours = shown(value, config, { type }).text;
        if (ours !== wanted)
          different.push(
            `${JSON.stringify(value) ?? 'undefined'} ${String(value)} with ${JSON.stringify(config).slice(0, 40)}: "${ours}" instead of "${wanted}"`,
          );
      }
    }
    expect(different).toEqual([]);
  });

  test('times follow the dashboard zone and their unit', () => {
    expect(shown(0, {}, { type: 'time' }).text).toBe('1970-01-01 00:00:00');
    expect(shown(0, { unit: 'time: YYYY' }, { type: 'time' }).text.trim()).toBe('1970');
  });
});

describe('colours', () => {
  const steps = [
    { color: 'green', value: null },
    { color: 'orange', value: 50 },
    { color: 'red', value: 80 },
  ];

  test('thresholds colour a value by the last step it reaches', () => {
    const config: FieldConfig = { color: { mode: 'thresholds' }, thresholds: { mode: 'absolute', steps } };
    expect([0, 49.9, 50, 80, 1000].map((value) => shown(value, config).color)).toEqual([
      'css(green)',
      'css(green)',
      'css(orange)',
      'css(red)',
      'css(red)',
    ]);
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
    const mappings: ValueMapping[] = [{ type: 'value', options: { '90': { text: 'x', color: 'blue' } } }];
    expect(shown(90, { thresholds: { mode: 'absolute', steps }, mappings }).color).toBe('css(blue)');
  });

  test('ramps mix their colours along the range', () => {
    const theme: FieldContext = {
      ...ctx,
      themeColor: (name) => ({ green: '#000000', yellow: '#808080', red: '#ffffff' })[name] ?? name,
    };
    const config: FieldConfig = { min: 0, max: 100, color: { mode: 'continuous-GrYlRd' } };
    const [result] = applyFieldConfig([frame([field('v', [0, 25, 50, 100], { config })])], undefined, theme);
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
      [frame([field('v', [0, 100], { config: { min: 0, max: 100, color: { mode: 'continuous-blues' } } })])],
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
