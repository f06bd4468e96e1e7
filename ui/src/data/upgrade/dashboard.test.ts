import { describe, expect, test } from 'vitest';
import type { Json } from '../dashboard';
import { type Loose } from '../testing/panel-upgrade';
import { upgradeDashboard } from '.';

describe('the dashboard around the panels', () => {
  const run = (dashboard: Loose, options = {}): ReturnType<typeof upgradeDashboard> =>
    upgradeDashboard(dashboard as unknown as Json, options);

  test('rows become panels on the grid, collapsed ones keep theirs inside', () => {
    const { model } = run({
      schemaVersion: 14,
      rows: [
        {
          title: 'First',
          height: '300px',
          showTitle: true,
          panels: [
            { id: 1, type: 'text', span: 4 },
            { id: 2, type: 'text', span: 8 },
            { id: 3, type: 'text', span: 12, height: 100 },
          ],
        },
        {
          title: 'Second',
          collapse: true,
          repeat: 'host',
          height: 250,
          rowKey: 1,
          panels: [{ id: 4, type: 'text', span: 6, minSpan: 6 }],
        },
      ],
    });
    expect(model.panels.map((panel) => [panel.type, panel.title, panel.gridPos])).toEqual([
      ['row', 'First', { x: 0, y: 0, w: 24, h: 1 }],
      ['text', undefined, { x: 0, y: 1, w: 8, h: 8 }],
      ['text', undefined, { x: 8, y: 1, w: 16, h: 8 }],
      ['text', undefined, { x: 0, y: 9, w: 24, h: 3 }],
      ['row', 'Second', { x: 0, y: 12, w: 24, h: 1 }],
    ]);
    const [row] = model.panels.slice(-1);
    expect(row).toMatchObject({
      collapsed: true,
      repeat: 'host',
      rowKey: 1,
      panels: [{ id: 4, maxPerRow: 4, gridPos: { x: 0, y: 13, w: 12, h: 7 } }],
    });
  });

  test('rows without titles leave no row behind', () => {
    const { model } = run({
      schemaVersion: 14,
      rows: [
        { panels: [{ id: 1, type: 'text', span: 12 }] },
        { panels: [{ id: 2, type: 'text', span: 12 }] },
      ],
    });
    expect(model.panels.map((panel) => [panel.id, panel.gridPos.y])).toEqual([
      [1, 0],
      [2, 7],
    ]);
  });

  test('entries that hold nothing, and variables without a name, are left out', () => {
    const { model } = run({
      schemaVersion: 39,
      panels: [null, { id: 1, type: 'text' }],
      templating: { list: [null, { type: 'custom' }, { name: 'job', type: 'custom' }] },
      annotations: { list: ['x'] },
    });
    expect(model.panels.map((panel) => panel.id)).toEqual([1]);
    expect(model.templating.list.map((variable) => variable.name)).toEqual(['job']);
    expect(model.annotations.list).toEqual([]);
  });

  test('panels get numbers of their own', () => {
    const { model } = run({
      schemaVersion: 39,
      panels: [{ type: 'text' }, { id: 5, type: 'text' }, { id: 5, type: 'text' }],
    });
    expect(model.panels.map((panel) => panel.id)).toEqual([6, 5, 7]);
    expect(model.panels.map((panel) => panel.gridPos.y)).toEqual([0, 9, 18]);
  });

  test('names of data sources become references', () => {
    const { model } = run(
      {
        schemaVersion: 30,
        panels: [
          {
            id: 1,
            type: 'text',
            datasource: 'Prod',
            targets: [
              { refId: 'A', datasource: '$ds' },
              { refId: 'B', datasource: '-- Mixed --' },
            ],
          },
          { id: 2, type: 'text', datasource: null },
          { id: 3, type: 'text', datasource: 'Other' },
        ],
        annotations: { list: [{ name: 'x', datasource: '-- Grafana --' }] },
        templating: { list: [{ name: 'v', type: 'query', datasource: '[[ds]]' }] },
      },
      {
        dataSource: (name: string) =>
          name === 'Prod' ? { type: 'prometheus', uid: 'p1' } : undefined,
      },
    );
    expect(model.panels.map((panel) => panel.datasource)).toEqual([
      { type: 'prometheus', uid: 'p1' },
      null,
      { uid: 'Other' },
    ]);
    expect(model.panels[0]?.targets?.map((target) => target.datasource)).toEqual([
      { uid: '${ds}' },
      { type: 'datasource', uid: '-- Mixed --' },
    ]);
    expect(model.annotations.list[0]?.datasource).toEqual({ type: 'datasource', uid: 'grafana' });
    expect(model.templating.list[0]?.datasource).toEqual({ uid: '${ds}' });
  });

  test('variables of old versions', () => {
    const { model } = run({
      schemaVersion: 12,
      templating: {
        list: [
          {
            name: 'a',
            refresh: true,
            hideLabel: true,
            allFormat: 'glob',
            current: { text: 'x', value: 'x', tags: [] },
          },
          { name: 'b', type: 'custom', multi: true, current: { text: 'x', value: 'x' } },
          { name: 'c', type: 'custom', multi: false, current: { text: ['x'], value: ['x'] } },
        ],
      },
    });
    expect(model.templating.list).toEqual([
      { name: 'a', type: 'query', refresh: 1, hide: 1, current: { text: 'x', value: 'x' } },
      { name: 'b', type: 'custom', multi: true, current: { text: ['x'], value: ['x'] } },
      { name: 'c', type: 'custom', multi: false, current: { text: 'x', value: 'x' } },
    ]);
  });

  test('a model of the very first schema opens', () => {
    const { model } = run({
      title: 'Old',
      services: { filter: { time: { from: 'now-1h', to: 'now' }, list: [{ name: 'x' }] } },
      sharedCrosshair: true,
      refresh: false,
      pulldowns: [{ type: 'annotations', annotations: [{ name: 'deploys', enable: true }] }],
      nav: [{ hidden: true }],
    });
    expect(model).toMatchObject({
      title: 'Old',
      time: { from: 'now-1h', to: 'now' },
      graphTooltip: 1,
      refresh: '',
      timepicker: { hidden: true },
      annotations: { list: [{ name: 'deploys' }] },
      templating: { list: [{ name: 'x', type: 'query' }] },
      schemaVersion: 39,
    });
  });

  test('a current model is given back without a change', () => {
    const current = {
      title: 't',
      tags: [],
      links: [],
      panels: [
        {
          id: 1,
          type: 'timeseries',
          gridPos: { x: 0, y: 0, w: 1, h: 1 },
          fieldConfig: { defaults: {}, overrides: [] },
        },
      ],
      templating: { list: [] },
      annotations: { list: [] },
      timepicker: {},
      time: { from: 'now-6h', to: 'now' },
      schemaVersion: 41,
      future: { a: [1] },
    };
    const { model, changes } = run(current);
    expect(changes).toEqual([]);
    expect(model).toEqual(current);
  });

  test('a key nobody knows survives anywhere in a model', () => {
    const model = {
      schemaVersion: 27,
      title: 't',
      time: { from: 'now-1h', to: 'now' },
      timepicker: { refresh_intervals: ['5s'] },
      templating: {
        list: [
          {
            name: 'v',
            type: 'query',
            query: { query: 'x' },
            current: { text: 'a', value: 'a' },
            options: [{ text: 'a', value: 'a' }],
          },
        ],
      },
      annotations: { list: [{ name: 'a', datasource: '-- Grafana --', target: { tags: [] } }] },
      links: [{ title: 'l' }],
      panels: [
        {
          id: 1,
          type: 'stat',
          gridPos: { x: 0, y: 0, w: 1, h: 1 },
          targets: [{ refId: 'A', datasource: 'x' }],
          options: { reduceOptions: { calcs: [] }, legend: { displayMode: 'hidden' } },
          fieldConfig: {
            defaults: {
              custom: { displayMode: 'basic' },
              thresholds: { mode: 'absolute', steps: [{ color: 'red', value: null }] },
            },
            overrides: [
              { matcher: { id: 'byName', options: 'x' }, properties: [{ id: 'unit', value: 's' }] },
            ],
          },
        },
        {
          id: 2,
          type: 'row',
          gridPos: { x: 0, y: 1, w: 24, h: 1 },
          collapsed: true,
          panels: [
            {
              id: 3,
              type: 'graph',
              gridPos: { x: 0, y: 2, w: 1, h: 1 },
              targets: [{ refId: 'A' }],
              links: [{ url: 'x' }],
              alert: { conditions: [{ type: 'query' }] },
            },
          ],
        },
      ],
    };
    let marks = 0;
    const mark = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(mark);
      if (typeof value !== 'object' || value === null) return value;
      const mine = (marks += 1);
      return {
        ...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mark(inner)])),
        ['x-unknown']: mine,
      };
    };
    const marked = mark(model) as Json;
    const found = JSON.stringify(upgradeDashboard(marked).model).match(/"x-unknown":\d+/g) ?? [];
    expect(new Set(found).size).toBe(marks);
  });

  test('what comes in is not changed, and nonsense does not throw', () => {
    const input = { schemaVersion: 14, rows: [{ panels: [{ type: 'graph', span: 12 }] }] };
    const before = structuredClone(input);
    run(input);
    expect(input).toEqual(before);
    for (const odd of [
      null,
      7,
      'x',
      [],
      {},
      { panels: 'x', templating: [], annotations: 1, rows: 'y', time: 3 },
      { panels: [null, 1, { type: 4, targets: 'x', options: [], fieldConfig: 2 }] },
    ]) {
      expect(Array.isArray(upgradeDashboard(odd as unknown as Json).model.panels)).toBe(true);
    }
  });
});
