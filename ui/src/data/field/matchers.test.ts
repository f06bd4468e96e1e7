// @vitest-environment happy-dom
/** Every matcher of the public package beside ours, on columns of every type. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { MatcherConfig } from '../dashboard';
import type { Frame } from '../frame';
import { loadPatternEngine } from '../pattern';
import { unexplained, type Meant } from '../testing/differences';
import { field, frame, time } from '../testing/fields';
import { oracle } from '../testing/oracle';
import { frameMatches } from '../transform/filter';
import { fieldMatcher } from './matchers';

const text = (name: string, values: unknown[]) => field(name, values, { type: 'string' });
const FRAMES: Record<string, Frame[]> = {
  two: [
    frame([time(), field('cpu', [1, 9], { labels: { host: 'a' } }), field('mem', [5, 6])], {
      refId: 'A',
    }),
    frame(
      [
        time(),
        field('disk', [0, 0]),
        text('name', ['x', 'y']),
        field('up', [true, false], { type: 'boolean' }),
      ],
      {
        refId: 'B',
        name: 'b',
      },
    ),
  ],
  values: [
    frame([time('ts'), field('Value', [1, 2], { labels: { __name__: 'up', job: 'x' } })], {
      refId: 'A',
      name: 'n',
    }),
    frame([time('ts'), field('Value', [null, null], { labels: { __name__: 'down' } })], {
      refId: 'B',
    }),
  ],
  odd: [
    frame(
      [
        field('a', []),
        field('b', [NaN, NaN]),
        field('c', [0, null]),
        text('d', ['', null]),
        field('f', [1], { type: 'enum' }),
        field('0', [0, 0]),
      ],
      { refId: 'A' },
    ),
  ],
  shown: [
    frame(
      [
        time(),
        field('v', [1, 2], { config: { displayName: 'Shown' } }),
        field('w', [3, 4], { config: { displayNameFromDS: 'of the source' } }),
      ],
      { refId: 'A' },
    ),
  ],
  one: [frame([field('Value', [7])], { refId: 'C', name: 'one' })],
};

const each = (id: string, options: readonly unknown[]): MatcherConfig[] =>
  options.map((one) => ({ id, options: one }));
const named = (options: string): MatcherConfig => ({ id: 'byName', options });
/** Matchers that 10.4 has and the package of version 13 has not: they are tested by themselves. */
const COMBINED = ['allMatch', 'alwaysMatch', 'anyMatch', 'invertMatch', 'neverMatch'];
const OPERATORS = [undefined, 'eq', 'neq', 'gt', 'gte', 'lt', 'lte'];
const CASES: MatcherConfig[] = [
  ...each('byName', [
    'cpu',
    'cpu a',
    'a',
    'mem',
    'Value',
    'up',
    'down',
    'v',
    'Shown',
    'w',
    'n',
    'constructor',
    '',
    'ts',
    'one',
  ]),
  ...each('byRegexp', [
    '/^(mem|disk)$/',
    'm.*',
    'cpu',
    '/cpu/',
    '/M/i',
    '.*',
    '/.*/',
    '/cpu',
    'cpu a',
    'Shown',
    '/^v$/',
    '',
  ]),
  ...each('byType', ['time', 'number', 'string', 'boolean', 'enum', 'other', 'none']),
  ...each('byTypes', [new Set(['string', 'time'])]),
  ...each('byFrameRefID', ['A', 'B', 'a', '', '/A/']),
  ...each('byNames', [
    { mode: 'include', names: ['mem', 'disk', 'v', 'Value'] },
    { mode: 'exclude', names: ['mem', 'Shown'] },
    { mode: 'exclude', names: ['mem'], prefix: 'All except:', readOnly: true },
    { names: ['mem'] },
    { names: [] },
    { mode: 'exclude', names: [] },
  ]),
  ...each('byRegexpOrNames', [
    { pattern: '/^c/', names: ['disk'] },
    { pattern: 'm' },
    { names: ['Shown'] },
    {},
  ]),
  ...['numeric', 'time', 'first', 'firstTimeField'].map((id) => ({ id })),
  ...['allIsZero', 'allIsNull', 'max', 'min', 'count', 'last', 'sum', 'distinctCount'].flatMap(
    (reducer) =>
      OPERATORS.flatMap((op) =>
        each(
          'byValue',
          [0, 1, 6, '6', null, undefined].map((value) => ({ reducer, op, value })),
        ),
      ),
  ),
];

const MEANT: Meant = [
  [/byValue .*"allIsNull"/, 'a column of texts or booleans is not empty; the package says so'],
  [/^odd byValue .*"distinctCount"/, 'a column without rows has no values to count, which is 0'],
  [/^two byValue/, 'booleans count as 0 and 1; the package ignores them'],
  [
    /byValue .*(last|max|min).*"op":"[gl]te?","value":("6"|null)|byValue .*last.*"op":"[gl]te?"/,
    'without two numbers nothing is larger or smaller; the package orders texts by letters, "null" among them',
  ],
];

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await loadPatternEngine();
});

describe('which fields an override means', () => {
  test('every matcher of the package is compared', () => {
    expect([...new Set(CASES.map(({ id }) => id))].sort()).toEqual(
      oracle.fieldMatchers
        .list()
        .map(({ id }) => id)
        .sort(),
    );
  });

  test('the same fields as users know', () => {
    const different: string[] = [];
    for (const matcher of CASES) {
      for (const [name, frames] of Object.entries(FRAMES)) {
        const copies = structuredClone(frames) as unknown as import('@grafana/data').DataFrame[];
        const matches = oracle.fieldMatchers.get(matcher.id).get(matcher.options as never);
        const wanted = copies.flatMap((one) =>
          one.fields.filter((f) => matches(f, one, copies)).map((f) => f.name),
        );
        const means = fieldMatcher(matcher);
        const ours = frames.flatMap((one) =>
          one.fields.filter((f) => means(f, one, frames)).map((f) => f.name),
        );
        if (ours.join() !== wanted.join())
          different.push(
            `${name} ${matcher.id} ${JSON.stringify(matcher.options)}: ${ours.join()} instead of ${wanted.join()}`,
          );
      }
    }
    expect(unexplained(different, MEANT)).toEqual([]);
  });

  test('`Time` means any column of times, and `Value` one that is named as its metric', () => {
    const prometheus = frame([
      time('ts'),
      field('up', [1], { labels: { __name__: 'up', job: 'x' } }),
    ]);
    const matched = (matcher: MatcherConfig): string[] =>
      prometheus.fields
        .filter((f) => fieldMatcher(matcher)(f, prometheus, [prometheus]))
        .map((f) => f.name);
    expect(matched(named('Time'))).toEqual(['ts']);
    expect(matched(named('Value'))).toEqual(['up']);
    expect(matched({ id: 'byNames', options: { names: ['Value', 'time'] } })).toEqual(['ts', 'up']);
  });

  test('matchers combine others', () => {
    const [first, second] = FRAMES['two'] as [Frame, Frame];
    const matched = (matcher: MatcherConfig): string =>
      [first, second]
        .flatMap((one) => one.fields.filter((f) => fieldMatcher(matcher)(f, one, [first, second])))
        .map((f) => f.name)
        .join();
    const cases: [MatcherConfig, string][] = [
      [{ id: 'alwaysMatch' }, 'Time,cpu,mem,Time,disk,name,up'],
      [{ id: 'neverMatch' }, ''],
      [{ id: 'anyMatch', options: [named('mem'), named('disk')] }, 'mem,disk'],
      [{ id: 'anyMatch', options: [] }, ''],
      [
        { id: 'allMatch', options: [{ id: 'numeric' }, { id: 'byFrameRefID', options: 'A' }] },
        'cpu,mem',
      ],
      [{ id: 'allMatch', options: [] }, 'Time,cpu,mem,Time,disk,name,up'],
      [{ id: 'invertMatch', options: { id: 'numeric' } }, 'Time,Time,name,up'],
    ];
    expect([...new Set(cases.map(([{ id }]) => id))].sort()).toEqual(COMBINED);
    for (const [matcher, wanted] of cases)
      expect(matched(matcher), JSON.stringify(matcher)).toBe(wanted);
  });

  test('a broken expression matches nothing', () => {
    const [only] = FRAMES['one'] as [Frame];
    expect(
      only.fields.filter((f) => fieldMatcher({ id: 'byRegexp', options: '/[/' })(f, only, [only])),
    ).toEqual([]);
  });
});

describe('which frames a transformation is for', () => {
  const byRefId = (options: string): MatcherConfig => ({ id: 'byRefId', options });
  const FRAME_CASES: MatcherConfig[] = [
    ...each('byRefId', ['A', 'B', '/A|C/', '/^(?:A|B)$/', '', '/a/i']),
    ...each('byName', ['one', '/o/', 'o.*', 'n', 'b']),
  ];

  test('every matcher of the package is compared', () => {
    expect([...new Set(FRAME_CASES.map(({ id }) => id))].sort()).toEqual(
      oracle.frameMatchers
        .list()
        .map(({ id }) => id)
        .sort(),
    );
  });

  test('the same frames as users know', () => {
    const frames = Object.values(FRAMES).flat();
    const chosen = (matches: (one: Frame, index: number) => boolean): string =>
      frames.map((one, index) => (matches(one, index) ? '1' : '0')).join('');
    const different = FRAME_CASES.flatMap((matcher) => {
      const theirs = oracle.frameMatchers.get(matcher.id).get(matcher.options as never);
      const wanted = chosen((one) => theirs(one as never));
      const ours = chosen((one, index) => frameMatches(matcher, one, index));
      return ours === wanted
        ? []
        : [`${matcher.id} ${JSON.stringify(matcher.options)}: ${ours} instead of ${wanted}`];
    });
    expect(different).toEqual([]);
  });

  test('matchers combine others', () => {
    const [a, b, c] = ['A', 'B', 'C'].map((refId) => frame([], { refId })) as [Frame, Frame, Frame];
    const cases: [MatcherConfig, boolean[]][] = [
      [{ id: 'alwaysMatch' }, [true, true, true]],
      [{ id: 'neverMatch' }, [false, false, false]],
      [{ id: 'anyMatch', options: [byRefId('A'), byRefId('C')] }, [true, false, true]],
      [{ id: 'allMatch', options: [byRefId('/A|B/'), byRefId('/B|C/')] }, [false, true, false]],
      [{ id: 'invertMatch', options: byRefId('A') }, [false, true, true]],
    ];
    expect(cases.map(([{ id }]) => id).sort()).toEqual(COMBINED);
    for (const [matcher, wanted] of cases)
      expect(
        [a, b, c].map((one, index) => frameMatches(matcher, one, index)),
        matcher.id,
      ).toEqual(wanted);
  });
});
