import { expect, test } from 'vitest';
import type { DashboardModel, PanelModel } from '../../../../data';
import type { Label } from '../draft/types';
import { sentences, summarize, type ChangeSummary } from './describe';
import { stepWords } from './steps';
import type { OptionLookUp } from './values';

const OPTIONS: Record<string, { label: string; unit?: string }> = {
  'fieldConfig.defaults.custom.lineWidth': { label: 'Line width', unit: 'px' },
  'fieldConfig.defaults.unit': { label: 'Unit' },
  'options.legend.calcs': { label: 'Legend values' },
};
const option: OptionLookUp = (type, path) => (type === 'timeseries' ? OPTIONS[path] : undefined);
const source = (ref: unknown) =>
  (ref as { uid?: string } | undefined)?.uid === 'prom' ? 'prometheus-eu' : undefined;

const panel = (id: number, title: string, more: Partial<PanelModel> = {}): PanelModel => ({
  id,
  type: 'timeseries',
  title,
  gridPos: { x: 0, y: 8 * (id - 1), w: 12, h: 8 },
  ...more,
});
const p99 = (value: unknown) => ({
  matcher: { id: 'byName', options: 'p99' },
  properties: [{ id: 'custom.lineWidth', value }],
});
const BASE: DashboardModel = {
  title: 'Checkout overview',
  tags: ['payments'],
  schemaVersion: 39,
  time: { from: 'now-1h', to: 'now' },
  timepicker: {},
  refresh: false,
  templating: {
    list: [
      { name: 'svc', type: 'query', query: 'label_values(service)', multi: true, refresh: 1 },
      { name: 'old', type: 'textbox' },
    ],
  },
  annotations: { list: [{ name: 'Deployments', enable: true, iconColor: 'red' }] },
  links: [{ title: 'Runbook', url: '/runbook' }],
  panels: [
    panel(1, 'Latency', {
      targets: [
        { refId: 'A', expr: 'histogram_quantile(0.95, sum by (le) (rate(x{s="$svc"}[5m])))' },
        { refId: 'B', expr: 'up' },
        { refId: 'C', expr: 'down' },
      ],
      options: { legend: { calcs: ['last'] } },
      fieldConfig: {
        defaults: {
          unit: 's',
          custom: { lineWidth: 1 },
          thresholds: {
            mode: 'absolute',
            steps: [
              { value: null, color: 'green' },
              { value: 300, color: 'red' },
            ],
          },
        },
        overrides: [p99(1), { matcher: { id: 'byType', options: 'time' }, properties: [] }],
      },
      transformations: [{ id: 'reduce', options: { reducers: ['max'] } }],
    }),
    panel(2, 'Errors by reason', { gridPos: { x: 0, y: 8, w: 24, h: 8 } }),
    panel(3, 'Orders', { gridPos: { x: 0, y: 16, w: 12, h: 8 } }),
    panel(4, 'Gone', { gridPos: { x: 0, y: 24, w: 12, h: 8 } }),
    panel(5, 'Pods', { type: 'stat', gridPos: { x: 0, y: 32, w: 12, h: 8 } }),
    panel(6, 'Dependencies', {
      type: 'row',
      collapsed: false,
      panels: [],
      gridPos: { x: 0, y: 40, w: 24, h: 1 },
    }),
    panel(7, 'Redis', { gridPos: { x: 0, y: 41, w: 12, h: 8 } }),
  ],
};
const summary = (change: (model: DashboardModel) => void): ChangeSummary => {
  const next = structuredClone(BASE);
  change(next);
  return summarize(BASE, next, { option, source });
};

/** Changes of every kind, each with what the dialog says about it. */
const CASES: Record<string, (model: DashboardModel) => void> = {
  'dashboard title': (model) => (model.title = 'Checkout'),
  description: (model) => (model.description = 'What it shows'),
  tags: (model) => (model.tags = ['payments', 'edge']),
  'time range': (model) => (model.time = { from: 'now-6h', to: 'now' }),
  refresh: (model) => (model.refresh = '30s'),
  'shared crosshair': (model) => (model.graphTooltip = 1),
  'refresh intervals': (model) => (model.timepicker = { refresh_intervals: ['10s', '1m'] }),
  'unknown key': (model) => (model.custom = { nested: { deep: true } }),
  'panel title': (model) => (model.panels[0]!.title = 'Duration'),
  transparent: (model) => (model.panels[0]!.transparent = true),
  'query text': (model) =>
    (model.panels[0]!.targets![0]!.expr =
      'histogram_quantile(0.99, sum by (le) (rate(x{s="$svc"}[5m])))'),
  'query added and removed': (model) => {
    model.panels[0]!.targets!.splice(1, 1);
    model.panels[0]!.targets!.push({ refId: 'D', datasource: { uid: 'prom' }, expr: 'x' });
  },
  'query hidden': (model) => (model.panels[0]!.targets![1]!.hide = true),
  'query renamed': (model) => (model.panels[0]!.targets![1]!.refId = 'errors'),
  'queries reordered': (model) => model.panels[0]!.targets!.reverse(),
  'data source': (model) => (model.panels[0]!.datasource = { type: 'prometheus', uid: 'prom' }),
  'option with a unit': (model) =>
    (model.panels[0]!.fieldConfig!.defaults.custom = { lineWidth: 2 }),
  'option reset': (model) => delete model.panels[0]!.fieldConfig!.defaults.unit,
  'list option': (model) => (model.panels[0]!.options = { legend: { calcs: ['mean', 'max'] } }),
  'option nobody declares': (model) => (model.panels[4]!.options = { colorMode: 'background' }),
  thresholds: (model) => (model.panels[0]!.fieldConfig!.defaults.thresholds!.steps[1]!.value = 400),
  override: (model) => (model.panels[0]!.fieldConfig!.overrides[0] = p99(2)),
  'override property added': (model) =>
    model.panels[0]!.fieldConfig!.overrides[1]!.properties.push({ id: 'unit', value: 'ms' }),
  'override removed': (model) => void model.panels[0]!.fieldConfig!.overrides.splice(0, 1),
  'override matcher': (model) =>
    (model.panels[0]!.fieldConfig!.overrides[0]!.matcher.options = 'p95'),
  'transformation option': (model) =>
    (model.panels[0]!.transformations![0]!.options = { reducers: ['min'] }),
  'transformation added': (model) => model.panels[0]!.transformations!.push({ id: 'sortBy' }),
  'panel resized, others make room': (model) => {
    model.panels[1]!.gridPos = { x: 10, y: 8, w: 8, h: 12 };
    for (const one of model.panels.slice(2)) one.gridPos.y += 4;
  },
  'panel moved above another': (model) => {
    model.panels[2]!.gridPos.y = 8;
    model.panels[1]!.gridPos.y = 16;
  },
  'panel added': (model) =>
    model.panels.push(
      panel(9, 'CPU by pod', {
        datasource: { uid: 'prom' },
        targets: [{ refId: 'A' }, { refId: 'B' }],
      }),
    ),
  'panel removed, others rise': (model) => {
    model.panels.splice(3, 1);
    model.panels[3]!.gridPos.y = 24;
    model.panels[4]!.gridPos.y = 32;
    model.panels[5]!.gridPos.y = 33;
  },
  'row closed': (model) => {
    model.panels[5]!.collapsed = true;
    model.panels[5]!.panels = model.panels.splice(6, 1);
  },
  'panel into a closed row': (model) => {
    model.panels[5]!.panels = model.panels.splice(2, 1);
  },
  'variable renamed': (model) => {
    model.templating.list[0]!.name = 'service';
    const target = model.panels[0]!.targets![0]!;
    target.expr = String(target.expr).replace('$svc', '$service');
  },
  'variable changed': (model) => (model.templating.list[0]!.multi = false),
  'variable added and removed': (model) =>
    model.templating.list.splice(1, 1, { name: 'cluster', type: 'query', query: 'x' }),
  'variables reordered': (model) => model.templating.list.reverse(),
  'annotation changed': (model) => (model.annotations.list[0]!.iconColor = 'blue'),
  'link removed': (model) => void (model.links = []),
  'link renamed': (model) => (model.links[0]!.title = 'Guide'),
};

test('every kind of change is described', async () => {
  const text = Object.entries(CASES).map(([name, change]) =>
    [name, ...sentences(summary(change)).map((line) => `  ${line}`)].join('\n'),
  );
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('testing/changes.golden.txt');
});

test('panels that only make room are one line and do not count', () => {
  const { count, moved, groups } = summary(CASES['panel resized, others make room']!);
  expect(count).toBe(1);
  expect(groups.map(({ name, state }) => [name, state])).toEqual([['Errors by reason', 'moved']]);
  expect(moved.names).toEqual(['Orders', 'Gone', 'Pods', 'Dependencies', 'Redis']);
});

test('a panel that only went down, and nothing else, was moved by the user', () => {
  const { count, moved } = summary((model) => (model.panels[6]!.gridPos.y = 60));
  expect([count, moved.names]).toEqual([1, []]);
});

test('a draft that equals the saved model has nothing to describe', () => {
  expect(summary(() => {})).toEqual({ groups: [], moved: { names: [], changes: [] }, count: 0 });
});

const STEPS: Label[] = [
  { verb: 'add', subject: 'panel', name: 'Latency', panel: 1 },
  { verb: 'remove', subject: 'panel', name: 'CPU by pod' },
  { verb: 'move', subject: 'panel', count: 2 },
  { verb: 'resize', subject: 'panel', name: 'Orders', panel: 3 },
  { verb: 'duplicate', subject: 'query', name: 'A', panel: 1 },
  { verb: 'reorder', subject: 'query', panel: 1 },
  { verb: 'rename', subject: 'variable', from: 'svc', to: 'service', count: 9 },
  { verb: 'paste', subject: 'panel', count: 3 },
  { verb: 'cut', subject: 'row', name: 'Dependencies' },
  { verb: 'set', subject: 'dashboard', path: 'title', from: 'A', to: 'B' },
  {
    verb: 'set',
    subject: 'panel',
    panel: 1,
    name: 'Latency',
    path: 'fieldConfig.defaults.custom.lineWidth',
    from: 1,
    to: 2,
  },
  {
    verb: 'set',
    subject: 'override',
    panel: 1,
    name: '["byName","p99"]',
    path: 'custom.lineWidth',
    from: 1,
    to: 2,
  },
  {
    verb: 'set',
    subject: 'query',
    panel: 1,
    name: 'A',
    path: 'expr',
    from: 'x'.repeat(60),
    to: 'y',
  },
  { verb: 'set', subject: 'panel', count: 3, path: 'datasource' },
  { verb: 'set', subject: 'variable', name: 'svc', path: 'multi', from: true, to: false },
  { verb: 'apply', subject: 'json' },
  { verb: 'merge', subject: 'version', name: '42 by Mira Alm' },
  { verb: 'restore', subject: 'draft' },
  { verb: 'restore', subject: 'version', name: '41' },
];

test('every kind of step is described', async () => {
  const text = STEPS.map((label) => stepWords(label, BASE, option)).join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot('testing/steps.golden.txt');
});
