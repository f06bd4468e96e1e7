// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import type { Field, FieldConfig, Frame } from '../frame';
import { ctx, field, frame, time } from '../testing/fields';
import { oracle } from '../testing/oracle';
import { applyFieldConfig } from './config';
import { reduceForDisplay, type ReduceOptions } from './reduced';

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
    expect(names({}), 'the last, which may be missing').toEqual([
      ['cpu', NaN],
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

describe('the same values under the same names as users know', () => {
  const text = (name: string, values: unknown[], config: FieldConfig = {}): Field =>
    field(name, values, { type: 'string', config });
  const TABLES: Record<string, Frame[]> = {
    series: [
      frame([time(), field('cpu', [1, 9], { labels: { host: 'a' } }), field('mem', [5, null])]),
      frame([time(), field('disk', [0, 0]), text('name', ['x', 'y'])]),
    ],
    table: [
      frame([
        text('host', ['a', 'b', 'c']),
        text('dc', ['x', '', null]),
        field('cpu', [1, 2, 3]),
        field('mem', [4, 5, null]),
      ]),
    ],
    'one number': [frame([text('host', ['a', 'b']), field('cpu', [1, 2])])],
    'no texts': [frame([field('cpu', [1, 2])])],
    'configured name': [
      frame([text('host', ['a', 'b']), field('cpu', [1, 2], { config: { displayName: 'My' } })]),
    ],
    'mapped texts': [
      frame([
        text('host', ['a', 'b'], {
          mappings: [{ type: 'value', options: { a: { text: 'Anna' } } }],
        }),
        field('cpu', [1, 2]),
      ]),
    ],
    many: [
      frame([
        text(
          'host',
          Array.from({ length: 30 }, (_, i) => `h${i}`),
        ),
        field(
          'cpu',
          Array.from({ length: 30 }, (_, i) => i),
        ),
      ]),
    ],
    'only texts': [frame([text('host', ['a', 'b']), text('dc', ['x', 'y'])])],
    odd: [
      frame([
        field('a', []),
        field('b', [NaN, NaN]),
        field('c', [0, null]),
        field('e', [3], { type: 'other' }),
      ]),
    ],
    nothing: [],
  };
  const CHOICES: ReduceOptions[] = [
    ...[[], ['lastNotNull'], ['count'], ['last'], ['max'], ['allValues']].map((calcs) => ({
      calcs,
    })),
    { values: true },
    { values: true, limit: 2 },
    ...['/.*/', '/^cpu$/', 'cpu', 'cpu a', 'c', 'My', '/host/'].flatMap((fields) => [
      { fields },
      { values: true, fields },
    ]),
  ];
  const theme = oracle.createTheme();

  function theirs(frames: Frame[], options: ReduceOptions): string[] {
    const fieldConfig = { defaults: {}, overrides: [] };
    const shared = {
      fieldConfig,
      replaceVariables: (given: string) => given,
      theme,
      timeZone: 'utc',
    };
    const data = oracle.applyFieldOverrides({ data: structuredClone(frames) as never, ...shared });
    const found = oracle.getFieldDisplayValues({
      data,
      reduceOptions: { calcs: [], ...(options as { limit?: number }) },
      ...shared,
    });
    // Where nothing is found, the package makes a value out of it.
    return found.flatMap(({ display }) =>
      display.title === undefined ? [] : [`${display.title}=${display.text}`],
    );
  }

  test('every choice of values', () => {
    const different: string[] = [];
    for (const [name, frames] of Object.entries(TABLES)) {
      for (const options of CHOICES) {
        const configured = applyFieldConfig(structuredClone(frames), undefined, ctx);
        const ours = reduceForDisplay(configured, options).map(
          (one) => `${one.name}=${one.value.text}`,
        );
        const wanted = theirs(frames, options);
        if (ours.join('; ') !== wanted.join('; '))
          different.push(
            `${name} ${JSON.stringify(options)}: ${ours.join('; ')} instead of ${wanted.join('; ')}`,
          );
      }
    }
    expect(different).toEqual([]);
  });

  test('a configured name is filled in for each row', () => {
    const shown = (displayName: string): string[] => {
      const rows = frame([
        text('host', ['a', 'b']),
        field('cpu', [1, 2], { config: { displayName } }),
      ]);
      return reduceForDisplay(applyFieldConfig([rows], undefined, ctx), { values: true }).map(
        ({ name }) => name,
      );
    };
    expect(shown('of ${__data.fields.host}')).toEqual(['of a', 'of b']);
    expect(shown('${__cell_0} is ${__value.text}')).toEqual(['a is 1', 'b is 2']);
  });

  test('rows take the colours of the palette in turn, or that of an override with their name', () => {
    const rows = frame([text('host', ['a', 'b', 'c']), field('cpu', [1, 2, 3])]);
    const blue = {
      matcher: { id: 'byName', options: 'b' },
      properties: [{ id: 'color', value: { mode: 'fixed', fixedColor: 'blue' } }],
    };
    const configured = applyFieldConfig(
      [rows],
      { defaults: { color: { mode: 'palette-classic' } }, overrides: [blue] },
      ctx,
    );
    expect(reduceForDisplay(configured, { values: true }).map(({ value }) => value.color)).toEqual([
      'series-0',
      'css(blue)',
      'series-2',
    ]);
  });

  test('a difference in percent is shown in percent, whatever the unit', () => {
    const grown = applyFieldConfig(
      [frame([field('v', [4, 6], { config: { unit: 'bytes' } })])],
      undefined,
      ctx,
    );
    const [one] = reduceForDisplay(grown, { calcs: ['diffperc'] });
    expect([one?.value.text, one?.value.suffix, one?.numeric]).toEqual(['50', '%', 0.5]);
  });
});
