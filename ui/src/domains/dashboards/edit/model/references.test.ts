import { describe, expect, test } from 'vitest';
import type { DashboardModel, PanelModel } from '../../../../data';
import { panelUses, queryUses, renamePanels, renameQuery, renameVariable } from './references';
import { variablesIn, variableUses } from './references';

const EXPRESSION = { type: '__expr__', uid: '__expr__' };
const panel = (more: Partial<PanelModel>): PanelModel => ({
  id: 1,
  type: 'timeseries',
  gridPos: { x: 0, y: 0, w: 12, h: 8 },
  ...more,
});

const MODEL: DashboardModel = {
  title: 'Service $svc',
  tags: [],
  schemaVersion: 39,
  time: { from: 'now-1h', to: 'now' },
  timepicker: {},
  templating: {
    list: [
      {
        name: 'svc',
        type: 'query',
        query: 'label_values(service)',
        current: { text: 'a', value: 'a' },
      },
      { name: 'pod', type: 'query', query: 'label_values(up{s="$svc"}, pod)', regex: '/[[svc]]/' },
    ],
  },
  annotations: { list: [{ name: 'Deployments', expr: 'deploys{s=~"${svc:regex}"}' }] },
  links: [{ title: 'Logs', url: '/d/logs?var-svc=$svc&var-svc2=x&from=1' }],
  panels: [
    panel({
      title: '${svc} latency',
      repeat: 'svc',
      targets: [{ refId: 'A', expr: 'rate(x{s="$svc", t="$svc2"}[$__rate_interval])' }],
    }),
    panel({
      id: 2,
      type: 'row',
      collapsed: true,
      panels: [panel({ id: 3, options: { content: '$svc' } })],
    }),
  ],
};

describe('variables', () => {
  test('every use is listed with the place where it is', () => {
    expect(variableUses(MODEL, 'svc')).toEqual([
      { kind: 'dashboard', name: 'Service $svc', parts: ['title'] },
      { kind: 'panel', name: '${svc} latency', panel: 1, parts: ['title', 'repeat', 'query'] },
      { kind: 'panel', name: '', panel: 3, parts: ['options'] },
      { kind: 'variable', name: 'pod', parts: ['query', 'regex'] },
      { kind: 'annotation', name: 'Deployments', parts: ['query'] },
      { kind: 'link', name: 'Logs', parts: ['link'] },
    ]);
    expect(variableUses(MODEL, 'pod')).toEqual([]);
  });

  test('a rename reaches every form and leaves longer names and the order of keys alone', () => {
    const next = renameVariable(MODEL, 'svc', 'service');
    const text = JSON.stringify(next);
    expect(text.replaceAll('service', 'svc')).toBe(
      JSON.stringify(MODEL).replaceAll('service', 'svc'),
    );
    expect(variableUses(next, 'svc')).toEqual([]);
    expect(next.panels[0]!.targets![0]!.expr).toContain('t="$svc2"');
    expect(next.links[0]!.url).toBe('/d/logs?var-service=$service&var-svc2=x&from=1');
    expect(next.templating.list[0]).toMatchObject({
      name: 'service',
      query: 'label_values(service)',
    });
    expect(next.templating.list[1]!.regex).toBe('/[[service]]/');
  });

  test('what does not use the variable stays the same object', () => {
    const next = renameVariable(MODEL, 'pod', 'instance');
    expect(next.panels).toBe(MODEL.panels);
    expect(next.annotations).toBe(MODEL.annotations);
    expect(next.templating.list[0]).toBe(MODEL.templating.list[0]);
    expect(renameVariable(MODEL, 'absent', 'x')).toBe(MODEL);
  });

  test('names are found in every form of writing them', () => {
    expect(variablesIn(MODEL.panels[0]).toSorted()).toEqual(['__rate_interval', 'svc', 'svc2']);
  });
});

describe('queries', () => {
  const source = panel({
    targets: [
      { refId: 'A', expr: 'A / A' },
      { refId: 'B', type: 'math', datasource: EXPRESSION, expression: '$A + ${A} * $AB' },
      { refId: 'C', type: 'reduce', datasource: EXPRESSION, expression: 'A' },
      { refId: 'D', type: 'sql', datasource: EXPRESSION, expression: 'SELECT * FROM A JOIN AB' },
      {
        refId: 'E',
        type: 'classic_conditions',
        datasource: EXPRESSION,
        conditions: [{ query: { params: ['A'] } }],
      },
      { refId: 'F', target: 'sumSeries(#A, #AB)' },
    ],
    fieldConfig: {
      defaults: {},
      overrides: [
        { matcher: { id: 'byFrameRefID', options: 'A' }, properties: [] },
        { matcher: { id: 'byName', options: 'A' }, properties: [] },
      ],
    },
    transformations: [
      { id: 'filterByRefId', options: { include: '/^(?:A|B)$/' } },
      {
        id: 'organize',
        options: { renameByName: { A: 'A' } },
        filter: { id: 'byRefId', options: 'A' },
      },
    ],
  });

  test('expressions, overrides and transformations follow a renamed query', () => {
    const next = renameQuery(source, 'A', 'errors');
    expect(next.targets).toMatchObject([
      { refId: 'errors', expr: 'A / A' },
      { expression: '$errors + ${errors} * $AB' },
      { expression: 'errors' },
      { expression: 'SELECT * FROM errors JOIN AB' },
      { conditions: [{ query: { params: ['errors'] } }] },
      { target: 'sumSeries(#errors, #AB)' },
    ]);
    expect(next.fieldConfig!.overrides.map(({ matcher }) => matcher.options)).toEqual([
      'errors',
      'A',
    ]);
    expect(next.transformations).toEqual([
      { id: 'filterByRefId', options: { include: '/^(?:errors|B)$/' } },
      {
        id: 'organize',
        options: { renameByName: { A: 'A' } },
        filter: { id: 'byRefId', options: 'errors' },
      },
    ]);
    expect(renameQuery(next, 'errors', 'A')).toEqual(source);
  });

  test('a name with a space is written in braces', () => {
    const next = renameQuery(source, 'A', 'error rate');
    expect(next.targets![1]!.expression).toBe('${error rate} + ${error rate} * $AB');
  });

  test('uses are counted, and a name nobody uses changes nothing', () => {
    expect(queryUses(source, 'A')).toEqual({
      queries: ['B', 'C', 'D', 'E', 'F'],
      overrides: 1,
      transformations: 2,
    });
    expect(renameQuery(source, 'Z', 'Y')).toBe(source);
  });
});

test('panels that show another panel, links and annotations follow its new number', () => {
  const model: DashboardModel = {
    ...MODEL,
    annotations: { list: [{ name: 'Own', filter: { ids: [1, 9] } }] },
    panels: [
      panel({ links: [{ title: 'Full', url: '/d/x?viewPanel=panel-1&editPanel=12' }] as never }),
      panel({
        id: 4,
        datasource: { uid: '-- Dashboard --' },
        targets: [{ refId: 'A', panelId: 1 }],
      }),
      panel({ id: 5, datasource: { uid: 'prometheus' }, targets: [{ refId: 'A', panelId: 1 }] }),
    ],
  };
  expect(panelUses(model, 1)).toEqual([4]);
  const next = renamePanels(model, new Map([[1, 7]]));
  expect(next.panels.map(({ id, targets }) => [id, targets?.[0]?.panelId])).toEqual([
    [7, undefined],
    [4, 7],
    [5, 1],
  ]);
  expect(next.panels[2]).toBe(model.panels[2]);
  expect(next.panels[0]!.links).toEqual([
    { title: 'Full', url: '/d/x?viewPanel=panel-7&editPanel=12' },
  ]);
  expect(next.annotations.list[0]!.filter!.ids).toEqual([7, 9]);
});
