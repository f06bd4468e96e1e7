import { expect, test } from 'vitest';
import { readImport } from './importModel';

test('a bare and a wrapped file give the same dashboard', () => {
  const model = { title: 'Nodes', uid: 'nodes', panels: [{ type: 'stat' }] };
  const bare = readImport(JSON.stringify(model));
  const wrapped = readImport(JSON.stringify({ dashboard: model, overwrite: true, meta: {} }));
  expect(wrapped).toEqual(bare);
  expect(bare).toMatchObject({ title: 'Nodes', uid: 'nodes', panelCount: 1, dashboard: model });
});

test('the data sources a shared dashboard asks for are listed', () => {
  const { inputs } = readImport(
    JSON.stringify({
      title: 'Shared',
      __inputs: [
        {
          name: 'DS_PROM',
          label: 'Prometheus',
          description: 'metrics',
          type: 'datasource',
          pluginId: 'prometheus',
        },
        { name: 'VAR_JOB', type: 'constant', value: 'node' },
        { label: 'no name' },
        'nonsense',
      ],
    }),
  );
  expect(inputs).toEqual([
    {
      name: 'DS_PROM',
      label: 'Prometheus',
      description: 'metrics',
      kind: 'datasource',
      pluginId: 'prometheus',
      value: '',
    },
    {
      name: 'VAR_JOB',
      label: 'VAR_JOB',
      description: '',
      kind: 'constant',
      pluginId: '',
      value: 'node',
    },
  ]);
});

test('panels inside of rows count, rows themselves do not', () => {
  const modern = { title: 'a', panels: [{ type: 'row', panels: [{}, {}] }, { type: 'graph' }] };
  const old = { title: 'a', rows: [{ panels: [{}, {}] }, { panels: [{}] }, {}] };
  expect(readImport(JSON.stringify(modern)).panelCount).toBe(3);
  expect(readImport(JSON.stringify(old)).panelCount).toBe(3);
});

test('text that is not JSON is refused with the reason', () => {
  expect(() => readImport('{ "title": ')).toThrow(/not valid JSON/);
});

test.each(['[]', '3', 'null', '"text"', '{}', '{"dashboard": []}'])(
  '%s is refused as no dashboard',
  (text) => {
    expect(() => readImport(text)).toThrow(/not a dashboard/);
  },
);
