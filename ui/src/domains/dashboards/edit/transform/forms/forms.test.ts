import { beforeAll, describe, expect, test } from 'vitest';
import { loadTransforms, type Frame, type Transformation } from '../../../../../data';
import { infoOf, reasonAgainst, searchTransforms } from '../catalogue';
import { transformInfos } from '../infos';
import { currentId } from '../names';
import { namesOf, summaryOf, withRenamedField } from '.';
import { expressionOf, isShown, queriesOf, stored, type Control, type Options } from './controls';
import { formOf } from './specs';

let engine: Awaited<ReturnType<typeof loadTransforms>>;
beforeAll(async () => {
  engine = await loadTransforms();
});

const series = (refId: string, host: string): Frame => ({
  refId,
  name: `${refId} ${host}`,
  length: 3,
  fields: [
    { name: 'Time', type: 'time', values: [1000, 2000, 3000], config: {} },
    { name: 'cpu', type: 'number', values: [1, 5, 3], config: {}, labels: { host } },
    { name: 'note', type: 'string', values: ['a', '{"x":1}', 'b'], config: {} },
  ],
});
const frames = [series('A', 'one'), series('B', 'two')];
const step = (id: string, options: Options = {}): Transformation => ({ id, options });

function controlsOf(id: string, options: Options = {}): readonly Control[] {
  const controls = formOf(id)?.controls ?? [];
  return typeof controls === 'function' ? controls(frames, options) : controls;
}

/** Every path that a form can store at, with `*` for the items of lists. */
function pathsOf(controls: readonly Control[], prefix = ''): string[] {
  return controls.flatMap((control) => {
    const path = prefix + control.path.join('.');
    if (control.kind === 'group') return pathsOf(control.controls, prefix);
    return control.kind === 'list' ? pathsOf(control.controls, `${path}.*.`) : [path];
  });
}

/** All options that dashboards of 10.4 store, and newer ones that the engine knows. */
const OPTIONS: Record<string, string> = {
  calculateField:
    'mode alias replaceFields timeSeries reduce.reducer reduce.include binary.left binary.operator binary.right unary.operator unary.fieldName cumulative.field cumulative.reducer window.field window.reducer window.windowSize window.windowSizeMode window.windowAlignment index.asPercentile',
  concatenate: 'frameNameMode frameNameLabel',
  configFromData:
    'configRefId applyTo.id applyTo.options mappings.*.fieldName mappings.*.handlerKey mappings.*.reducerId',
  convertFieldType:
    'conversions.*.targetField conversions.*.destinationType conversions.*.dateFormat conversions.*.joinWith conversions.*.timezone conversions.*.enumConfig.text',
  extractFields:
    'source format delimiter regExp jsonPaths.*.path jsonPaths.*.alias replace keepTime',
  fieldLookup: 'lookupField gazetteer',
  filterByRefId: 'include exclude',
  filterByValue:
    'type match filters.*.fieldName filters.*.config.id filters.*.config.options.value filters.*.config.options.from filters.*.config.options.to',
  filterFieldsByName:
    'byVariable include.names include.pattern include.variable exclude.names exclude.pattern exclude.variable',
  formatString: 'stringField outputFormat substringStart substringEnd',
  formatTime: 'timeField outputFormat timezone',
  groupBy: 'fields.cpu.operation fields.cpu.aggregations',
  groupToNestedTable: 'fields.cpu.operation fields.cpu.aggregations showSubframeHeaders',
  groupingToMatrix: 'columnField rowField valueField emptyValue',
  heatmap:
    'xBuckets.mode xBuckets.value yBuckets.mode yBuckets.value yBuckets.scale.type yBuckets.scale.log keepOriginalData',
  histogram: 'bucketCount bucketSize bucketOffset combine',
  joinByField: 'byField mode',
  joinByLabels: 'value join',
  labelsToFields: 'mode keepLabels valueLabel',
  limit: 'limitField',
  merge: '',
  organize: '',
  partitionByValues:
    'fields keepFields naming.asLabels naming.append naming.withNames naming.separator1 naming.separator2',
  prepareTimeSeries: 'format',
  reduce: 'reducers mode includeTimeField labelsToFields',
  regression: 'modelType degree predictionCount xFieldName yFieldName',
  renameByRegex: 'regex renamePattern',
  rowsToFields: 'mappings.*.fieldName mappings.*.handlerKey',
  seriesToRows: '',
  smoothing: 'resolution',
  sortBy: 'sort.0.field sort.0.desc',
  spatial:
    'action source.mode source.latitude source.longitude source.geohash source.lookup source.gazetteer calculate.calc calculate.field modify.op modify.target.mode modify.target.latitude',
  timeSeriesTable: 'A.stat A.timeField B.stat',
  transpose: 'firstFieldName restFieldsName',
};

describe('forms', () => {
  test('every transformation has a form and an entry in the catalogue', () => {
    const ids = [...new Set(engine.supportedTransformations.map(currentId))].sort();
    expect(Object.keys(OPTIONS).sort()).toEqual(ids);
    expect(transformInfos.map(({ id }) => id).sort()).toEqual(ids);
    expect(ids.filter((id) => !formOf(id))).toEqual([]);
    expect(infoOf('seriesToColumns')?.name).toBe('Join by field');
  });

  test.each(Object.entries(OPTIONS))('%s has a control for every option', (id, options) => {
    const paths = pathsOf(controlsOf(id, { fields: { cpu: { operation: 'aggregate' } } }));
    const wanted = options.split(' ').filter(Boolean);
    expect(wanted.filter((path) => !paths.includes(path))).toEqual([]);
  });

  test('a new step runs without an error, or says what to choose', () => {
    const context = { timeZone: 'UTC', interpolate: (text: string) => text };
    const errors = Object.keys(OPTIONS).flatMap((id) => {
      const { error } = engine.applyStep(frames, step(id, formOf(id)?.fresh), context);
      return error ? [error] : [];
    });
    expect(errors).toEqual([
      expect.stringContaining('Choose a label whose values become the column names'),
    ]);
  });

  test('names from the prototype of objects are no transformations', () => {
    expect(formOf('constructor')).toBeUndefined();
    expect(summaryOf(step('toString', {}))).toBe('');
  });
});

describe('storing', () => {
  const control = (id: string, path: string, options: Options = {}): Control => {
    const found = controlsOf(id, options)
      .flatMap((one) => (one.kind === 'group' ? one.controls : [one]))
      .find((one) => one.path.join('.') === path);
    if (!found) throw new Error(`${id} has no control for ${path}.`);
    return found;
  };

  test('unknown keys and other options stay', () => {
    const options = { limitField: 5, later: { kept: true } };
    expect(stored(control('limit', 'limitField'), options, 7)).toEqual({
      limitField: 7,
      later: { kept: true },
    });
  });

  test('an empty value removes its key', () => {
    expect(stored(control('joinByField', 'byField'), { mode: 'inner', byField: 'x' }, '')).toEqual({
      mode: 'inner',
    });
    const names = control('filterFieldsByName', 'include.names');
    expect(stored(names, { include: { names: ['a'], pattern: 'b' } }, [])).toEqual({
      include: { pattern: 'b' },
    });
  });

  test('the order of rows is stored as a list, also where there was none', () => {
    expect(stored(control('sortBy', 'sort.0.field'), {}, 'cpu')).toEqual({
      sort: [{ field: 'cpu' }],
    });
    const sort = [{ field: 'cpu' }, { field: 'b' }];
    expect(stored(control('sortBy', 'sort.0.desc'), { sort }, true)).toEqual({
      sort: [{ field: 'cpu', desc: true }, { field: 'b' }],
    });
  });

  test('a field to group by has a list of calculations, and none when it is ignored', () => {
    const fields = { cpu: { operation: 'aggregate' } };
    const operation = control('groupBy', 'fields.cpu.operation', { fields });
    const grouped = stored(operation, { fields: { host: { operation: 'groupby' } } }, 'aggregate');
    expect(grouped['fields']).toEqual({
      host: { operation: 'groupby' },
      cpu: { operation: 'aggregate', aggregations: [] },
    });
    expect(stored(operation, grouped, undefined)['fields']).toEqual({
      host: { operation: 'groupby' },
    });
  });

  test('another condition drops values that mean nothing to it', () => {
    const list = controlsOf('filterByValue').find((one) => one.kind === 'list');
    const id = list?.kind === 'list' ? list.controls[1] : undefined;
    if (!id) throw new Error('There is no condition.');
    const between = { fieldName: 'cpu', config: { id: 'between', options: { from: 1, to: 2 } } };
    expect(stored(id, between, 'isNull')).toEqual({
      fieldName: 'cpu',
      config: { id: 'isNull', options: {} },
    });
    const greater = { fieldName: 'cpu', config: { id: 'greater', options: { value: 5 } } };
    expect(stored(id, greater, 'lower')).toEqual({
      fieldName: 'cpu',
      config: { id: 'lower', options: { value: 5 } },
    });
  });

  test('labels are the default until frames are named by values', () => {
    const isNamed = control('partitionByValues', 'naming.append');
    expect(isShown(isNamed, {})).toBe(false);
    const off = stored(control('partitionByValues', 'naming.asLabels'), {}, false);
    expect(off).toEqual({ naming: { asLabels: false } });
    expect(isShown(isNamed, off)).toBe(true);
  });

  test.each([[['A']], [['A', 'B']], [['a|b', 'c.d', '(x)']], [[]]])(
    'queries %j are read back from their expression',
    (queries) => {
      expect(queriesOf(expressionOf(queries))).toEqual(queries);
    },
  );
});

describe('words for steps', () => {
  test.each<[string, Options, string]>([
    [
      'calculateField',
      {
        mode: 'binary',
        alias: 'Ratio',
        binary: { left: 'Errors', operator: '/', right: 'Requests' },
      },
      'Ratio = Errors / Requests',
    ],
    ['calculateField', {}, 'Total of all number fields'],
    [
      'filterByValue',
      { filters: [{ fieldName: 'Requests', config: { id: 'greater', options: { value: 1 } } }] },
      'Requests > 1',
    ],
    ['sortBy', { sort: [{ field: 'p99', desc: true }] }, 'p99, descending'],
    ['limit', { limitField: '$rows' }, '$rows'],
    ['joinByField', { byField: 'route', mode: 'outerTabular' }, 'route, outer'],
    ['reduce', { reducers: ['lastNotNull', 'max'] }, 'Last *, Max'],
    [
      'groupBy',
      {
        fields: {
          host: { operation: 'groupby', aggregations: [] },
          cpu: { operation: 'aggregate', aggregations: ['mean', 'max'] },
          mem: { operation: null, aggregations: [] },
        },
      },
      'host; mean, max of cpu',
    ],
    [
      'organize',
      { excludeByName: { a: true, b: false }, renameByName: { c: 'C' }, indexByName: { c: 0 } },
      '1 hidden, 1 renamed, reordered',
    ],
    ['filterByRefId', { include: '/^(?:A|B)$/' }, 'A, B'],
    ['filterFieldsByName', { include: { names: ['a', 'b'], pattern: '/c/' } }, 'a, b, /c/'],
    ['timeSeriesTable', { A: { stat: 'max' } }, 'A: max'],
    ['merge', {}, ''],
  ])('%s %j', (id, options, wanted) => {
    expect(summaryOf(step(id, options))).toBe(wanted);
  });
});

describe('fields that options name', () => {
  test.each<[string, Options, string[]]>([
    [
      'calculateField',
      { mode: 'binary', binary: { left: 'a', right: '2' }, unary: { fieldName: 'old' } },
      ['a'],
    ],
    [
      'calculateField',
      {
        mode: 'binary',
        binary: {
          left: { matcher: { id: 'byName', options: 'a' } },
          right: { matcher: { id: 'byType', options: 'number' } },
        },
      },
      ['a'],
    ],
    ['calculateField', { reduce: { include: ['a', '$b'] } }, ['a']],
    ['filterByValue', { filters: [{ fieldName: 'a' }, {}] }, ['a']],
    ['sortBy', { sort: [{ field: 'a' }] }, ['a']],
    ['convertFieldType', { conversions: [{ targetField: 'a' }] }, ['a']],
    [
      'organize',
      { indexByName: { z: 0 }, excludeByName: { a: true, b: false }, renameByName: { c: 'd' } },
      ['a', 'c'],
    ],
    ['filterFieldsByName', { byVariable: true, include: { names: ['a'] } }, []],
    ['groupBy', { fields: { a: { operation: 'groupby' }, b: { operation: null } } }, ['a']],
    ['joinByField', { byField: 'a' }, ['a']],
    ['configFromData', { applyTo: { id: 'byRegexp', options: 'x' } }, []],
  ])('%s %j', (id, options, wanted) => {
    expect(namesOf(step(id, options))).toEqual(wanted);
  });

  test('a name is replaced wherever it stands, and nothing else is', () => {
    const options = {
      mode: 'max',
      fields: { max: { operation: 'aggregate', aggregations: ['max'] }, mode: {} },
      sort: [{ field: 'max' }],
      names: ['max', 'min'],
    };
    expect(withRenamedField(options, 'max', 'peak')).toEqual({
      mode: 'max',
      fields: { peak: { operation: 'aggregate', aggregations: ['max'] }, mode: {} },
      sort: [{ field: 'peak' }],
      names: ['peak', 'min'],
    });
    expect(withRenamedField({ sort: [{ field: 'field' }] }, 'field', 'x')).toEqual({
      sort: [{ field: 'x' }],
    });
  });

  test('a replaced name is no longer missing', () => {
    const cases: Transformation[] = [
      step('calculateField', { mode: 'binary', binary: { left: 'gone', right: 'gone' } }),
      step('organize', { excludeByName: { gone: true }, renameByName: { gone: 'x' } }),
      step('filterByValue', { filters: [{ fieldName: 'gone', config: { id: 'isNull' } }] }),
      step('groupBy', { fields: { gone: { operation: 'groupby', aggregations: [] } } }),
    ];
    for (const one of cases) {
      expect(namesOf(one)).toContain('gone');
      const options = withRenamedField(one.options ?? {}, 'gone', 'cpu');
      expect(namesOf({ ...one, options })).not.toContain('gone');
    }
  });
});

describe('finding a transformation', () => {
  const found = (text: string, input: readonly Frame[] = frames) =>
    searchTransforms(text, input).map(({ info }) => info.id);

  test('by other words than its name', () => {
    expect(found('pivot')).toContain('groupingToMatrix');
    expect(found('where')).toContain('filterByValue');
    expect(found('rename')[0]).toBe('renameByRegex');
    expect(found('moving average')).toContain('calculateField');
    expect(found('nothing like it')).toEqual([]);
    expect(found('')).toHaveLength(transformInfos.length);
  });

  test('those that cannot be applied come last and say why', () => {
    const offers = searchTransforms('join', [series('A', 'one')]);
    const at = offers.findIndex(({ reason }) => reason !== undefined);
    expect(at).toBeGreaterThan(0);
    expect(offers.slice(at).every(({ reason }) => reason !== undefined)).toBe(true);
    expect(offers.find(({ info }) => info.id === 'joinByField')?.reason).toBe(
      'needs two frames or more',
    );
    const organize = infoOf('organize');
    expect(organize && reasonAgainst(organize, frames)).toBe('needs a single frame');
    expect(organize && reasonAgainst(organize, [])).toBeUndefined();
  });
});
