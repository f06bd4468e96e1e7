import { describe, expect, test } from 'vitest';
import type { Field, FieldConfig, Frame, ValueMapping } from '../frame';
import { oracle } from '../testing/oracle';
import { applyFieldConfig } from './config';
import type { FieldContext } from './context';
import { fieldDisplayName } from './names';
import { reduceForDisplay } from './reduced';

const ctx: FieldContext = {
  themeColor: (name) => `css(${name})`,
  series: (index) => `series-${index}`,
  timeZone: 'UTC',
  interpolate: (text, scope) =>
    text.replace(/\$\{([^}]+)\}/g, (whole, name: string) => scope?.[name] ?? whole),
};

const field = (name: string, values: unknown[], extra: Partial<Field> = {}): Field => ({
  name,
  type: 'number',
  values,
  config: {},
  ...extra,
});
const frame = (fields: Field[], extra: Partial<Frame> = {}): Frame => ({
  fields,
  length: fields[0]?.values.length ?? 0,
  ...extra,
});
const time = (name = 'Time'): Field => field(name, [0, 1], { type: 'time' });

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

describe('names of series', () => {
  const cases: Record<string, Frame[]> = {
    'one value': [frame([time(), field('Value', [1, 2])])],
    'frames of different names': [
      frame([time(), field('Value', [1, 2])], { name: 'a' }),
      frame([time(), field('Value', [1, 2])], { name: 'b' }),
    ],
    'frames of one name': [
      frame([time(), field('Value', [1, 2])], { name: 'a' }),
      frame([time(), field('Value', [1, 2])], { name: 'a' }),
    ],
    'one label key': [
      frame([time(), field('Value', [1, 2], { labels: { job: 'api' } })]),
      frame([time(), field('Value', [1, 2], { labels: { job: 'web' } })]),
    ],
    'several labels': [
      frame([time(), field('Value', [1, 2], { labels: { job: 'api', instance: 'h1' } })]),
      frame([time(), field('Value', [1, 2], { labels: { job: 'web', instance: 'h1' } })]),
    ],
    'labels that differ in keys': [
      frame([time(), field('Value', [1, 2], { labels: { job: 'api' } })]),
      frame([time(), field('Value', [1, 2], { labels: { host: 'h1' } })]),
    ],
    'named fields with labels': [
      frame([
        time(),
        field('cpu', [1, 2], { labels: { host: 'a' } }),
        field('cpu', [1, 2], { labels: { host: 'b' } }),
      ]),
    ],
    'wide frame': [frame([time(), field('cpu', [1, 2]), field('mem', [1, 2]), field('cpu', [3, 4])])],
    'name from the source': [
      frame([
        time(),
        field('Value', [1, 2], { config: { displayNameFromDS: 'api GET' }, labels: { job: 'x' } }),
      ]),
    ],
    'configured name': [
      frame([
        time(),
        field('Value', [1, 2], { config: { displayName: 'My name', displayNameFromDS: 'theirs' } }),
      ]),
    ],
    'frame name and labels': [
      frame([time(), field('Value', [1, 2], { labels: { a: '1', b: '2' } })], { name: 'f' }),
      frame([time(), field('Value', [1, 2], { labels: { a: '1', b: '3' } })], { name: 'g' }),
    ],
    'without names': [frame([field('', [1, 2])])],
    'empty labels': [frame([time(), field('Value', [1, 2], { labels: {} })], { name: 'f' })],
    'label missing on one': [
      frame([time(), field('up', [1, 2], { labels: { job: 'a' } })]),
      frame([time(), field('up', [1, 2])]),
    ],
    'time with labels': [
      frame([
        field('Time', [1, 2], { type: 'time', labels: { a: 'b' } }),
        field('Value', [1, 2], { labels: { a: 'b' } }),
      ]),
    ],
  };

  test.each(Object.keys(cases))('%s', (name) => {
    const frames = cases[name] ?? [];
    const ours = frames.flatMap((one) => one.fields.map((f) => fieldDisplayName(f, one, frames)));
    const copies = structuredClone(frames) as unknown as import('@grafana/data').DataFrame[];
    const theirs = copies.flatMap((one) => one.fields.map((f) => oracle.getFieldDisplayName(f, one, copies)));
    expect(ours).toEqual(theirs);
  });
});

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

describe('overrides', () => {
  const frames = [
    frame([time(), field('cpu', [1, 9], { labels: { host: 'a' } }), field('mem', [5, 6])], { refId: 'A' }),
    frame([time(), field('disk', [0, 0]), field('name', ['x', 'y'], { type: 'string' })], { refId: 'B' }),
  ];
  const matched = (matcher: { id: string; options?: unknown }): string[] => {
    const result = applyFieldConfig(
      frames,
      { defaults: {}, overrides: [{ matcher, properties: [{ id: 'unit', value: 'hit' }] }] },
      ctx,
    );
    return result.flatMap((one) => one.fields.filter((f) => f.config.unit === 'hit').map((f) => f.name));
  };

  test.each([
    [{ id: 'byName', options: 'cpu a' }, ['cpu']],
    [{ id: 'byName', options: 'mem' }, ['mem']],
    [{ id: 'byRegexp', options: '/^(mem|disk)$/' }, ['mem', 'disk']],
    [{ id: 'byRegexp', options: 'm.*' }, ['mem']],
    [{ id: 'byRegexp', options: '/[/' }, []],
    [{ id: 'byType', options: 'time' }, ['Time', 'Time']],
    [{ id: 'byTypes', options: ['string', 'time'] }, ['Time', 'Time', 'name']],
    [{ id: 'byFrameRefID', options: 'B' }, ['Time', 'disk', 'name']],
    [{ id: 'byNames', options: { mode: 'include', names: ['mem', 'disk'] } }, ['mem', 'disk']],
    [{ id: 'byNames', options: { mode: 'exclude', names: ['mem'] } }, ['cpu', 'disk', 'name']],
    [{ id: 'byRegexpOrNames', options: { pattern: '/^c/', names: ['disk'] } }, ['cpu', 'disk']],
    [{ id: 'byValue', options: { reducer: 'allIsZero', op: '==', value: 1 } }, ['disk']],
    [{ id: 'byValue', options: { reducer: 'max', op: '>=', value: 9 } }, ['cpu']],
    [{ id: 'numeric' }, ['cpu', 'mem', 'disk']],
    [{ id: 'time' }, ['Time', 'Time']],
    [{ id: 'first' }, ['Time', 'Time']],
    [{ id: 'firstTimeField' }, ['Time', 'Time']],
    [
      {
        id: 'anyMatch',
        options: [
          { id: 'byName', options: 'mem' },
          { id: 'byName', options: 'disk' },
        ],
      },
      ['mem', 'disk'],
    ],
    [{ id: 'allMatch', options: [{ id: 'numeric' }, { id: 'byFrameRefID', options: 'A' }] }, ['cpu', 'mem']],
    [{ id: 'invertMatch', options: { id: 'numeric' } }, ['Time', 'Time', 'name']],
    [{ id: 'alwaysMatch' }, ['Time', 'cpu', 'mem', 'Time', 'disk', 'name']],
    [{ id: 'neverMatch' }, []],
    [{ id: 'a matcher of the future' }, []],
  ])('%j', (matcher, names) => {
    expect(matched(matcher)).toEqual(names);
  });

  test('the later override wins, and nested options keep their neighbours', () => {
    const result = applyFieldConfig(
      frames,
      {
        defaults: { unit: 's', custom: { lineStyle: { fill: 'solid', dash: [1] }, lineWidth: 1 } },
        overrides: [
          {
            matcher: { id: 'byName', options: 'mem' },
            properties: [
              { id: 'unit', value: 'ms' },
              { id: 'custom.lineStyle.fill', value: 'dash' },
            ],
          },
          { matcher: { id: 'byName', options: 'mem' }, properties: [{ id: 'unit', value: 'h' }] },
        ],
      },
      ctx,
    );
    expect(result[0]?.fields[2]?.config).toMatchObject({
      unit: 'h',
      custom: { lineStyle: { fill: 'dash', dash: [1] }, lineWidth: 1 },
    });
    expect(result[0]?.fields[1]?.config).toMatchObject({
      unit: 's',
      custom: { lineStyle: { fill: 'solid' } },
    });
    expect(frames[0]?.fields[2]?.config).toEqual({});
  });

  test('a hidden series is found under either spelling', () => {
    const hidden = { id: 'custom.hideFrom', value: { legend: true, tooltip: true, vis: true } };
    const result = applyFieldConfig(
      frames,
      { defaults: {}, overrides: [{ matcher: { id: 'byName', options: 'mem' }, properties: [hidden] }] },
      ctx,
    );
    expect(result[0]?.fields[2]?.config.custom?.['hideFrom']).toMatchObject({ viz: true });
  });

  test('what the source says about a field stays, the panel fills the rest', () => {
    const source = [frame([field('v', [1], { config: { unit: 'bytes' } })])];
    const [result] = applyFieldConfig(source, { defaults: { unit: 's', decimals: 1 }, overrides: [] }, ctx);
    expect(result?.fields[0]?.config).toMatchObject({ unit: 'bytes', decimals: 1 });
  });

  test('names may be made of labels', () => {
    const result = applyFieldConfig(
      frames,
      { defaults: { displayName: '${__field.name} on ${__field.labels.host}' }, overrides: [] },
      ctx,
    );
    expect(result[0]?.fields[1]?.displayName).toBe('cpu on a');
  });

  test('a hostile property cannot reach the prototype', () => {
    applyFieldConfig(
      frames,
      {
        defaults: {},
        overrides: [
          {
            matcher: { id: 'alwaysMatch' },
            properties: [
              { id: '__proto__.polluted', value: 1 },
              { id: 'constructor.prototype.polluted', value: 1 },
            ],
          },
        ],
      },
      ctx,
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('values for stat, gauge, bar gauge and pie', () => {
  const frames = applyFieldConfig(
    [
      frame([
        time(),
        field('cpu', [1, null]),
        field('mem', [5, 6]),
        field('host', ['x', 'y'], { type: 'string' }),
      ]),
    ],
    { defaults: { unit: 'percent' }, overrides: [] },
    ctx,
  );
  const names = (options: Parameters<typeof reduceForDisplay>[1]): [string, number][] =>
    reduceForDisplay(frames, options).map((one) => [one.name, one.numeric]);

  test('one value a number field, of the last known', () => {
    expect(names({ calcs: ['lastNotNull'] })).toEqual([
      ['cpu', 1],
      ['mem', 6],
    ]);
    expect(names({})).toEqual([
      ['cpu', 1],
      ['mem', 6],
    ]);
  });

  test('a name or an expression chooses the fields', () => {
    expect(names({ calcs: ['max'], fields: 'mem' })).toEqual([['mem', 6]]);
    expect(names({ calcs: ['max'], fields: '/^c/' })).toEqual([['cpu', 1]]);
  });

  test('all rows, named after the text beside them', () => {
    expect(names({ values: true, fields: 'mem' })).toEqual([
      ['x mem', 5],
      ['y mem', 6],
    ]);
    expect(names({ values: true, limit: 3 }).length).toBe(3);
  });

  test('a limit is for rows, series are all shown', () => {
    const many = Array.from({ length: 40 }, (_, i) =>
      frame([field('Value', [i], { labels: { i: `h${i}` } })]),
    );
    expect(reduceForDisplay(many, { calcs: ['last'] })).toHaveLength(40);
  });

  test('several calculations of a field are told apart', () => {
    expect(names({ calcs: ['max', 'min'], fields: 'mem' })).toEqual([
      ['mem (Max)', 6],
      ['mem (Min)', 5],
    ]);
  });

  test('nothing is shown of hidden fields', () => {
    const hidden = applyFieldConfig(
      [frame([field('a', [1])])],
      { defaults: { custom: { hideFrom: { viz: true } } }, overrides: [] },
      ctx,
    );
    expect(reduceForDisplay(hidden)).toEqual([]);
  });
});
