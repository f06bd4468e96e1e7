import { beforeAll, describe, expect, test } from 'vitest';
import { loadPatternEngine } from '../pattern';
import { fieldDisplayName } from '../field/names';
import type { Field, FieldType, Frame } from '../frame';
import { prometheusTable, legendText } from '../prometheus';
import { supportedTransformations, transform } from '.';
import type { Trend } from './time-series-table';

beforeAll(() => loadPatternEngine());

const ctx = {
  timeZone: 'UTC',
  interpolate: (text: string): string => text.replaceAll('$wanted', 'host,mem'),
};
const field = (name: string, values: unknown[], extra: Partial<Field> = {}): Field => {
  const type: FieldType = name.startsWith('Time')
    ? 'time'
    : typeof values.find((value) => value !== null) === 'string'
      ? 'string'
      : 'number';
  return { name, type, values, config: {}, ...extra };
};
const frame = (fields: Field[], extra: Partial<Frame> = {}): Frame => ({
  fields,
  length: fields[0]?.values.length ?? 0,
  ...extra,
});
const run = (frames: Frame[], id: string, options: Record<string, unknown> = {}): Frame[] =>
  transform(frames, [{ id, options }], ctx);
/** Columns by shown name. */
const columns = (frames: Frame[], index = 0): Record<string, unknown[]> =>
  Object.fromEntries(
    (frames[index]?.fields ?? []).map((one) => [
      fieldDisplayName(one, frames[index], frames),
      one.values,
    ]),
  );

const hosts = (): Frame =>
  frame(
    [field('Time', [1000, 2000, 3000]), field('host', ['a', 'b', 'a']), field('mem', [1, 2, 3])],
    {
      refId: 'A',
    },
  );
const api = (): Frame =>
  frame(
    [field('Time', [1000, 2000]), field('Value', [1, 2], { labels: { job: 'api', dc: 'x' } })],
    {
      refId: 'A',
    },
  );
const web = (): Frame =>
  frame(
    [field('Time', [1000, 2000]), field('Value', [3, 4], { labels: { job: 'web', dc: 'x' } })],
    {
      refId: 'A',
    },
  );

describe('the chain of transformations', () => {
  test('an unknown one is named in a notice and changes nothing', () => {
    const [result] = run([hosts()], 'from the future');
    expect(result?.fields).toHaveLength(3);
    expect(result?.meta?.notices?.[0]?.text).toContain('"from the future" is not supported');
  });

  test('one that fails leaves the data and says why', () => {
    const many = frame([field('Time', [0, 1e15]), field('v', [0, 1e9])]);
    const [result] = run([many], 'heatmap', {
      xBuckets: { mode: 'size', value: 1 },
      yBuckets: { mode: 'size', value: 1 },
    });
    expect(result?.fields[1]?.name).toBe('v');
    expect(result?.meta?.notices?.[0]?.text).toContain('Choose larger buckets');
  });

  test('disabled ones are passed over', () => {
    const result = transform(
      [hosts()],
      [{ id: 'limit', options: { limitField: 1 }, disabled: true }],
      ctx,
    );
    expect(result[0]?.length).toBe(3);
  });

  test('a filter limits one to some frames', () => {
    const other = { ...hosts(), refId: 'B' };
    const result = transform(
      [hosts(), other],
      [{ id: 'limit', options: { limitField: 1 }, filter: { id: 'byRefId', options: 'B' } }],
      ctx,
    );
    expect(
      result.map((one) => [one.refId, one.length]),
      'the others keep their place',
    ).toEqual([
      ['A', 3],
      ['B', 1],
    ]);
  });

  test.each(supportedTransformations.map((id) => ({ id })))(
    '$id bears missing options, empty frames and odd values',
    ({ id }) => {
      const odd: Record<string, unknown> = {
        fields: null,
        sort: 'x',
        filters: {},
        mappings: 7,
        conversions: [null],
        include: 3,
        reduce: null,
        renameByName: [],
      };
      for (const frames of [[], [frame([])], [hosts(), api()]]) {
        for (const options of [{}, odd]) {
          const result = run(frames, id, options);
          const notices = result.flatMap((one) => one.meta?.notices ?? []);
          expect(
            notices.filter(({ text }) => !text.includes('Choose a label whose values')),
          ).toEqual([]);
          for (const one of result)
            for (const column of one.fields) expect(column.values).toHaveLength(one.length);
        }
      }
    },
  );

  test('frames that come in are never changed', () => {
    for (const id of supportedTransformations) {
      const frames = [hosts(), api()];
      const before = structuredClone(frames);
      run(frames, id, {
        fields: {
          host: { operation: 'groupby' },
          mem: { operation: 'aggregate', aggregations: ['sum'] },
        },
        byField: 'Time',
        source: 'host',
        mode: 'columns',
      });
      expect(frames, id).toEqual(before);
    }
  });
});

describe('what public dashboards do', () => {
  test('instant queries of several letters become one table with named columns', () => {
    const answer = (refId: string, values: [string, number][]): Frame[] =>
      values.map(([instance, value]) =>
        frame(
          [field('Time', [5000]), field('Value', [value], { labels: { instance, job: 'node' } })],
          {
            refId,
          },
        ),
      );
    const tables = prometheusTable(
      [
        ...answer('A', [
          ['h1', 1],
          ['h2', 2],
        ]),
        ...answer('B', [
          ['h2', 20],
          ['h1', 10],
        ]),
      ],
      ['A', 'B'],
    );
    const result = transform(
      tables,
      [
        { id: 'merge', options: {} },
        {
          id: 'organize',
          options: {
            excludeByName: { Time: true, job: true },
            renameByName: { 'Value #A': 'Load', 'Value #B': 'Memory', instance: 'Host' },
          },
        },
        { id: 'sortBy', options: { sort: [{ field: 'Memory', desc: true }] } },
      ],
      ctx,
    );
    expect(columns(result)).toEqual({ Host: ['h2', 'h1'], Load: [2, 1], Memory: [20, 10] });
  });

  test('labels as columns, then one row a set of labels', () => {
    const result = transform(
      [api(), web()],
      [
        { id: 'labelsToFields', options: {} },
        { id: 'merge', options: {} },
        {
          id: 'groupBy',
          options: {
            fields: {
              job: { operation: 'groupby', aggregations: [] },
              Value: { operation: 'aggregate', aggregations: ['last'] },
            },
          },
        },
      ],
      ctx,
    );
    expect(columns(result)).toEqual({ job: ['api', 'web'], 'Value (last)': [2, 4] });
  });
});

describe('transformations without a counterpart in the package', () => {
  test.each(['append', 'ensureColumns', 'filterFields', 'filterFrames', 'noop', 'order', 'rename'])(
    'a stored %s changes nothing and is no mistake',
    (id) => {
      const frames = [hosts(), api()];
      const options = {
        include: { id: 'byName', options: 'host' },
        renameByName: { host: 'x' },
        indexByName: { mem: 0 },
      };
      expect(run(frames, id, options)).toEqual(frames);
    },
  );

  test('extractFields reads JSON, pairs, delimiters and expressions', () => {
    const source = (values: unknown[]): Frame[] => [
      frame([
        field(
          'Time',
          values.map((_, i) => i),
        ),
        field('line', values),
      ]),
    ];
    expect(
      columns(
        run(source(['{"a":1,"b":{"c":"x"}}', 'broken']), 'extractFields', {
          source: 'line',
          format: 'json',
          jsonPaths: [{ path: 'a' }, { path: 'b.c', alias: 'see' }],
          replace: true,
        }),
      ),
    ).toEqual({ a: [1, 'Not Found'], see: ['x', 'Not Found'] });
    expect(
      columns(
        run(source(['level=info msg="all good" n=3']), 'extractFields', {
          source: 'line',
          format: 'kvp',
          replace: true,
          keepTime: true,
        }),
      ),
    ).toEqual({ Time: [0], level: ['info'], msg: ['all good'], n: ['3'] });
    expect(
      columns(
        run(source(['GET 200']), 'extractFields', {
          source: 'line',
          format: 'regexp',
          regExp: '/(?<method>\\w+) (?<code>\\d+)/',
          replace: true,
        }),
      ),
    ).toEqual({ method: ['GET'], code: ['200'] });
    expect(
      columns(run(source(['{"x":1}', 'y=2']), 'extractFields', { source: 'line', replace: true })),
    ).toEqual({ x: [1, null], y: [null, '2'] });
  });

  test('partitionByValues makes a frame a value', () => {
    const result = run([hosts()], 'partitionByValues', { fields: ['host'], naming: {} });
    expect(result.map((one) => [one.name, one.length, one.fields.map((f) => f.name)])).toEqual([
      ['a', 2, ['Time', 'mem']],
      ['b', 1, ['Time', 'mem']],
    ]);
    const named = (naming: object): (string | undefined)[] =>
      run([{ ...hosts(), name: 'all' }], 'partitionByValues', { fields: ['host'], naming }).map(
        ({ name }) => name,
      );
    expect(named({ withNames: true })).toEqual(['host=a', 'host=b']);
    expect(named({ append: true, separator2: '/' })).toEqual(['all/a', 'all/b']);
    const labelled = run([hosts()], 'partitionByValues', { fields: ['host'], keepFields: true });
    expect(labelled[0]?.fields.map((f) => [f.name, f.labels])).toEqual([
      ['Time', { host: 'a' }],
      ['host', { host: 'a' }],
      ['mem', { host: 'a' }],
    ]);
  });

  test('prepareTimeSeries turns one shape into another and back', () => {
    const wide = run([api(), web()], 'prepareTimeSeries', { format: 'wide' });
    expect(wide).toHaveLength(1);
    expect(wide[0]?.fields.map((f) => f.values)).toEqual([
      [1000, 2000],
      [1, 2],
      [3, 4],
    ]);
    const multi = run([hosts()], 'prepareTimeSeries', { format: 'multi' });
    expect(multi.map((one) => [one.fields[1]?.labels, one.fields[1]?.values])).toEqual([
      [{ host: 'a' }, [1, 3]],
      [{ host: 'b' }, [2]],
    ]);
    const long = run([api(), web()], 'prepareTimeSeries', { format: 'long' });
    expect(columns(long)).toEqual({
      Time: [1000, 1000, 2000, 2000],
      Value: [1, 3, 2, 4],
      job: ['api', 'web', 'api', 'web'],
      dc: ['x', 'x', 'x', 'x'],
    });
  });

  test('rowsToFields takes names, values and configuration from rows', () => {
    const rows = frame([
      field('Name', ['temp', 'load']),
      field('Value', [21, 0.5]),
      field('Unit', ['celsius', 'none']),
      field('Max', [40, 1]),
      field('Floor', ['1st', '2nd']),
    ]);
    const [result] = run([rows], 'rowsToFields');
    expect(result?.fields.map((f) => [f.name, f.values, f.config, f.labels])).toEqual([
      ['temp', [21], { unit: 'celsius', max: 40 }, { Floor: '1st' }],
      ['load', [0.5], { unit: 'none', max: 1 }, { Floor: '2nd' }],
    ]);
  });

  test('configFromData puts limits and mappings of one query on another', () => {
    const config = frame(
      [field('Max', [100]), field('state', ['0', '1']), field('label', ['down', 'up'])],
      {
        refId: 'config',
      },
    );
    const mappings = [
      { fieldName: 'state', handlerKey: 'mappings.value' },
      { fieldName: 'label', handlerKey: 'mappings.text' },
    ];
    const result = run([api(), config], 'configFromData', { configRefId: 'config', mappings });
    expect(result).toHaveLength(1);
    expect(result[0]?.fields[1]?.config).toEqual({
      max: 100,
      mappings: [
        {
          type: 'value',
          options: { '0': { text: 'down', index: 0 }, '1': { text: 'up', index: 1 } },
        },
      ],
    });
  });

  test('timeSeriesTable has a row a series and the series in its cell', () => {
    const [result] = run([api(), web()], 'timeSeriesTable', { A: { stat: 'max' } });
    expect(result?.fields.map((f) => f.name)).toEqual(['job', 'dc', 'Trend #A']);
    const trend = result?.fields[2]?.values as Trend[];
    expect(trend.map((one) => [one.value, one.fields[1]?.values])).toEqual([
      [2, [1, 2]],
      [4, [3, 4]],
    ]);
  });

  test('timeSeriesTable draws a trend over the chosen time', () => {
    const later = field('Time later', [5000, 6000]);
    const series = frame([...api().fields, later], { refId: 'A' });
    const [result] = run([series], 'timeSeriesTable', { A: { timeField: 'Time later' } });
    const trend = result?.fields.at(-1)?.values as Trend[];
    expect(trend[0]?.fields[0]?.values).toEqual([5000, 6000]);
  });

  test('joinByLabels has a row a set of labels and a column a value of one', () => {
    const measured = (what: string, host: string, value: number): Frame =>
      frame([field('Time', [1]), field('Value', [value], { labels: { what, host } })]);
    const result = run(
      [measured('cpu', 'a', 1), measured('mem', 'a', 2), measured('cpu', 'b', 3)],
      'joinByLabels',
      { value: 'what' },
    );
    expect(columns(result)).toEqual({ host: ['a', 'b'], cpu: [1, 3], mem: [2, undefined] });
    const [unchanged] = run([measured('cpu', 'a', 1)], 'joinByLabels', { value: 'nope' });
    expect(unchanged?.meta?.notices?.[0]?.text).toContain('No series has the label "nope".');
  });

  test('a column that sets nothing becomes a label, also one of numbers', () => {
    const rows = frame([
      field('host', ['a', 'b']),
      field('v', [1, 2]),
      field('rack', [7, 8]),
      field('max', [10, 20]),
    ]);
    const [result] = run([rows], 'rowsToFields', {
      mappings: [{ fieldName: 'max', handlerKey: null }],
    });
    expect(result?.fields.map((f) => [f.name, f.values, f.labels, f.config])).toEqual([
      ['a', [1], { rack: '7' }, {}],
      ['b', [2], { rack: '8' }, {}],
    ]);
  });

  test('heatmap counts every point once', () => {
    const values = Array.from({ length: 100 }, (_, i) => i);
    const [result] = run(
      [
        frame([
          field(
            'Time',
            values.map((v) => v * 1000),
          ),
          field('v', values),
        ]),
      ],
      'heatmap',
      { xBuckets: { mode: 'size', value: '10s' }, yBuckets: { mode: 'size', value: '25' } },
    );
    const counts = result?.fields[2]?.values as number[];
    expect(counts).toHaveLength(40);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(100);
    expect(result?.meta?.custom).toMatchObject({ xSize: 10_000, ySize: 25, xCount: 10, yCount: 4 });
  });

  test('heatmap has about 20 by 10 cells and names the counts as Grafana 10.4', () => {
    const times = Array.from({ length: 200 }, (_, i) => i * 60_000);
    const [result, original] = run(
      [
        frame([
          field('Time', times),
          field(
            'v',
            times.map((_, i) => i),
          ),
        ]),
      ],
      'heatmap',
      { keepOriginalData: true },
    );
    expect(result?.fields.map(({ name, type }) => [name, type])).toEqual([
      ['xMin', 'time'],
      ['yMin', 'number'],
      ['Count', 'number'],
    ]);
    expect(result?.meta?.custom).toMatchObject({
      xSize: 600_000,
      xCount: 20,
      ySize: 20,
      yCount: 10,
    });
    expect(original?.fields[1]?.name).toBe('v');
  });

  test('heatmap on a logarithmic scale leaves out what has no logarithm', () => {
    const [result] = run(
      [frame([field('Time', [0, 1000, 2000, 3000]), field('v', [-5, 0, 10, 1000])])],
      'heatmap',
      { yBuckets: { scale: { type: 'log', log: 10 } } },
    );
    const counts = result?.fields[2]?.values as number[];
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(result?.meta?.custom).toMatchObject({ yCount: 3, yLog: 10 });
  });

  test('filterFieldsByName may take its names from a variable', () => {
    expect(
      Object.keys(
        columns(
          run([hosts()], 'filterFieldsByName', {
            byVariable: true,
            include: { variable: '$wanted' },
          }),
        ),
      ),
    ).toEqual(['host', 'mem']);
  });

  test('convertFieldType reads dates, thousands and words', () => {
    const source = [
      frame([
        field('when', ['02.01.1970 00:00', '2024-06-01T00:00:00Z', '']),
        field('n', ['1,234', 'x', '5']),
        field('b', ['true', 'no', 'off']),
      ]),
    ];
    const conversions = [
      { targetField: 'when', destinationType: 'time', dateFormat: 'DD.MM.YYYY HH:mm' },
      { targetField: 'n', destinationType: 'number' },
      { targetField: 'b', destinationType: 'boolean' },
    ];
    expect(columns(run(source, 'convertFieldType', { conversions }))).toEqual({
      when: [86_400_000, Date.parse('2024-06-01T00:00:00Z'), null],
      n: [1234, null, 5],
      b: [true, true, true],
    });
  });
});

describe('Prometheus answers', () => {
  test('a legend is filled with labels', () => {
    expect(legendText('{{job}} on {{ instance }}{{missing}}', { job: 'api', instance: 'h1' })).toBe(
      'api on h1',
    );
  });

  test('one query makes a table with a Value column, labels joined over all series', () => {
    const [table] = prometheusTable([
      api(),
      frame([field('Time', [3000]), field('Value', [9], { labels: { host: 'h' } })], {
        refId: 'A',
      }),
    ]);
    expect(columns(table ? [table] : [])).toEqual({
      Time: [1000, 2000, 3000],
      dc: ['x', 'x', ''],
      host: ['', '', 'h'],
      job: ['api', 'api', ''],
      Value: [1, 2, 9],
    });
  });

  test('limits of buckets are numbers', () => {
    const bucket = (le: string): Frame =>
      frame([field('Time', [1]), field('Value', [1], { labels: { le } })], { refId: 'A' });
    const [table] = prometheusTable([bucket('0.5'), bucket('+Inf')]);
    expect(table?.fields[1]).toMatchObject({ name: 'le', type: 'number', values: [0.5, Infinity] });
  });

  test('frames of other queries follow as they are', () => {
    const other = { ...api(), refId: 'B' };
    const result = prometheusTable([api(), other], ['A']);
    expect(result.map((one) => one.fields.map((f) => f.name))).toEqual([
      ['Time', 'dc', 'job', 'Value'],
      ['Time', 'Value'],
    ]);
    expect(result[1]).toBe(other);
  });
});
