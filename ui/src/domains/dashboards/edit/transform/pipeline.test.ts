import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  loadTransforms,
  type FieldType,
  type Frame,
  type TransformContext,
  type Transformation,
} from '../../../../data';
import { createPipeline, knownFields, sizeOf, type Engine } from './pipeline';

let engine: Engine & { transform: Awaited<ReturnType<typeof loadTransforms>>['transform'] };
beforeAll(async () => {
  engine = await loadTransforms();
});

const context: TransformContext = { timeZone: 'UTC', interpolate: (text) => text };
const column = (name: string, type: FieldType, values: unknown[]) => ({
  name,
  type,
  values,
  config: {},
});
const table = (refId = 'A'): Frame => ({
  refId,
  length: 3,
  fields: [
    column('host', 'string', [null, 'b', 'a']),
    column('cpu', 'number', [3, 1, 2]),
    column('mem', 'string', ['10', '20', '30']),
  ],
});
const sort: Transformation = { id: 'sortBy', options: { sort: [{ field: 'cpu' }] } };
const limit: Transformation = { id: 'limit', options: { limitField: 2 } };
const rename: Transformation = {
  id: 'organize',
  options: { excludeByName: { host: true }, renameByName: { cpu: 'CPU' } },
};
const convert: Transformation = {
  id: 'convertFieldType',
  options: { conversions: [{ targetField: 'mem', destinationType: 'number' }] },
};
const namesOf = ({ options }: Transformation): string[] => (options?.['names'] as string[]) ?? [];
const pipeline = (now?: () => number) =>
  createPipeline({ engine: { ...engine }, namesOf, ...(now && { now }) });

describe('results of steps', () => {
  test('each has its size and what it did to the columns', () => {
    const results = pipeline()({ frames: [table()], steps: [limit, rename, convert], context });
    expect(results.map(({ after }) => sizeOf(after))).toEqual([
      { frames: 1, rows: 2, fields: 3 },
      { frames: 1, rows: 2, fields: 2 },
      { frames: 1, rows: 2, fields: 2 },
    ]);
    expect(results.map(({ changes }) => changes)).toEqual([
      { added: [], removed: [], retyped: [] },
      { added: ['CPU'], removed: ['host', 'cpu'], retyped: [] },
      { added: [], removed: [], retyped: [{ name: 'mem', from: 'string', to: 'number' }] },
    ]);
  });

  test('the last one is what the panel draws', () => {
    const steps = [sort, limit, { ...rename, disabled: true }, convert];
    const results = pipeline()({ frames: [table()], steps, context });
    expect(results.at(-1)?.after).toEqual(engine.transform([table()], steps, context));
  });

  test('one that is off, unknown to all versions or about annotations passes everything on', () => {
    const steps = [
      { ...limit, disabled: true },
      { id: 'noop' },
      { ...limit, topic: 'annotations' },
    ];
    const frames = [table()];
    const results = pipeline()({ frames, steps, context });
    expect(results.map(({ isActive, after }) => [isActive, after === frames])).toEqual(
      steps.map(() => [false, true]),
    );
  });

  test('a filter limits a step to some frames', () => {
    const step = { ...limit, filter: { id: 'byRefId', options: 'B' } };
    const [result] = pipeline()({ frames: [table('A'), table('B')], steps: [step], context });
    expect(result?.after.map(({ length }) => length)).toEqual([3, 2]);
  });

  test('an error stays with its step, and the next one works on', () => {
    const broken = { id: 'joinByLabels', options: {} };
    const [first, second] = pipeline()({ frames: [table()], steps: [broken, limit], context });
    expect(first?.error).toContain('Choose a label');
    expect(second).toMatchObject({ error: undefined });
    expect(sizeOf(second?.after ?? []).rows).toBe(2);
    const [unknown] = pipeline()({ frames: [table()], steps: [{ id: 'magic' }], context });
    expect(unknown?.error).toContain('"magic" is not supported');
  });

  test('a field that is gone is named, also by a step that is off', () => {
    const wants = { ...sort, options: { ...sort.options, names: ['cpu', 'mem', 'gone', ''] } };
    const steps = [rename, wants, { ...wants, disabled: true }];
    const results = pipeline()({ frames: [table()], steps, context });
    // The renamed field is still found by the name that the source gave it.
    expect(results.map(({ missing }) => missing)).toEqual([[], ['gone'], ['gone']]);
    expect(knownFields(results[1]?.before ?? []).map(({ name }) => name)).toEqual(['CPU', 'mem']);
    const [empty] = pipeline()({ frames: [], steps: [wants], context });
    expect(empty?.missing).toEqual([]);
  });

  test('the time of each step is measured', () => {
    let time = 0;
    const results = pipeline(() => (time += 7))({
      frames: [table()],
      steps: [sort, limit],
      context,
    });
    expect(results.map((result) => result.time)).toEqual([7, 7]);
  });
});

describe('running again', () => {
  const counted = () => {
    const applyStep = vi.fn(engine.applyStep);
    const run = createPipeline({ engine: { ...engine, applyStep }, namesOf });
    const ran = () => applyStep.mock.calls.splice(0).map(([, { id }]) => id);
    return { run, ran };
  };

  test('an edited step runs with those after it, the ones before keep their result', () => {
    const { run, ran } = counted();
    const frames = [table()];
    const before = run({ frames, steps: [sort, rename, convert, limit], context });
    expect(ran()).toEqual(['sortBy', 'organize', 'convertFieldType', 'limit']);
    const edited = { ...convert, options: {} };
    const after = run({ frames, steps: [sort, rename, edited, limit], context });
    expect(ran()).toEqual(['convertFieldType', 'limit']);
    expect(after[1]).toBe(before[1]);
  });

  test('nothing runs while nothing changed, everything with new data or new variables', () => {
    const { run, ran } = counted();
    const frames = [table()];
    const steps = [sort, limit];
    run({ frames, steps, context });
    ran();
    run({ frames, steps: [...steps], context });
    expect(ran()).toEqual([]);
    run({ frames: [table()], steps, context });
    expect(ran()).toEqual(['sortBy', 'limit']);
    run({ frames: [table()], steps, context: { ...context } });
    expect(ran()).toEqual(['sortBy', 'limit']);
  });

  test('turning a step off runs only those after it', () => {
    const { run, ran } = counted();
    const frames = [table()];
    run({ frames, steps: [sort, limit, rename], context });
    ran();
    run({ frames, steps: [sort, { ...limit, disabled: true }, rename], context });
    expect(ran()).toEqual(['organize']);
  });
});

test('fields are listed once, with a sample that is not missing', () => {
  expect(knownFields([table('A'), table('B')])).toEqual([
    { name: 'host', type: 'string', sample: 'b' },
    { name: 'cpu', type: 'number', sample: 3 },
    { name: 'mem', type: 'string', sample: '10' },
  ]);
});
