import { describe, expect, test } from 'vitest';
import type { DashboardModel, PanelModel } from '../../../../data';
import { cutPanels, pastePanels, pasteQuery } from '../draft/commands/clipboard';
import {
  copyPanels,
  LARGEST_PASTE,
  missingFor,
  readClipboard,
  withSources,
  withVariableTexts,
  type Clip,
} from './paste';

const panel = (id: number, more: Partial<PanelModel> = {}): PanelModel => ({
  id,
  type: 'timeseries',
  title: `Panel ${id}`,
  gridPos: { x: 0, y: 8 * id, w: 12, h: 8 },
  ...more,
});
const dashboard = (panels: PanelModel[], names: string[] = []): DashboardModel => ({
  title: 'Checkout',
  tags: [],
  schemaVersion: 39,
  time: { from: 'now-6h', to: 'now' },
  timepicker: {},
  templating: {
    list: names.map((name) => ({ name, type: 'query', query: name === 'pod' ? 'x{$ns}' : 'x' })),
  },
  annotations: { list: [] },
  links: [],
  panels,
});
const pasted = (text: string): Clip => {
  const clipboard = readClipboard(text);
  if (clipboard.kind !== 'panels') throw new Error(JSON.stringify(clipboard));
  return clipboard;
};

describe('copying', () => {
  test('the text holds the panels and the variables they use, those of variables included', () => {
    const model = dashboard(
      [panel(1, { targets: [{ refId: 'A', expr: 'up{pod="$pod"}' }] }), panel(2)],
      ['pod', 'ns', 'other'],
    );
    const clip = JSON.parse(copyPanels(model, [1])) as Record<string, never>;
    expect(clip).toMatchObject({ kind: 'vedette/panels', version: 1, libraryPanels: [] });
    expect(pasted(JSON.stringify(clip)).panels).toEqual([model.panels[0]]);
    expect(pasted(JSON.stringify(clip)).variables.map(({ name }) => name)).toEqual(['pod', 'ns']);
  });

  test('a row brings its panels, open or closed, in reading order', () => {
    const row = (id: number, more: Partial<PanelModel> = {}) =>
      panel(id, { type: 'row', gridPos: { x: 0, y: 8 * id, w: 24, h: 1 }, ...more });
    const open = dashboard([panel(3), row(1), panel(2), row(4), panel(5)]);
    expect(pasted(copyPanels(open, [1])).panels.map(({ id }) => id)).toEqual([1, 2, 3]);
    const closed = dashboard([row(1, { collapsed: true, panels: [panel(2), panel(3)] })]);
    expect(pasted(copyPanels(closed, [1])).panels[0]?.panels).toHaveLength(2);
    expect(pasted(copyPanels(closed, [3])).panels.map(({ id }) => id)).toEqual([3]);
  });
});

describe('reading what was pasted', () => {
  const grafana = {
    id: 7,
    type: 'stat',
    title: 'Orders',
    datasource: { type: 'prometheus', uid: 'prom' },
    gridPos: { h: 8, w: 12, x: 0, y: 0 },
    targets: [{ refId: 'A', expr: 'orders' }],
    unknown: { kept: true },
  };

  test.each([
    ['a panel copied from Grafana', grafana],
    ['a list of panels', [grafana]],
    ['a dashboard', { title: 'All', panels: [grafana], templating: { list: [] } }],
    ['a dashboard as the API answers it', { meta: {}, dashboard: { panels: [grafana] } }],
  ])('%s', (_name, value) => {
    expect(pasted(JSON.stringify(value)).panels).toEqual([grafana]);
  });

  test('anything else is a query text', () => {
    expect(readClipboard(' rate(x[5m]) ')).toEqual({ kind: 'query', text: 'rate(x[5m])' });
    expect(readClipboard('42')).toEqual({ kind: 'query', text: '42' });
  });

  test('a panel without a usable place gets one inside of the grid', () => {
    const places = [undefined, { x: 20, w: 12 }, { x: -4, y: 'a', w: 99, h: 3 }].map(
      (gridPos) => pasted(JSON.stringify([{ ...grafana, gridPos }])).panels[0]?.gridPos,
    );
    expect(places).toEqual([
      { x: 0, y: 0, w: 12, h: 8 },
      { x: 12, y: 0, w: 12, h: 8 },
      { x: 0, y: 0, w: 24, h: 3 },
    ]);
  });

  test.each([
    ['', 'The clipboard has no text.'],
    ['{"panels": [', 'The pasted JSON is cut off or has a syntax error.'],
    ['{"a": 1}', 'The pasted JSON contains no panels.'],
    ['{"panels": [1, null]}', 'The pasted JSON contains no panels.'],
    ['x'.repeat(LARGEST_PASTE + 1), 'The pasted text is larger than 2 MB.'],
    [
      JSON.stringify(Array.from({ length: 201 }, () => grafana)),
      'The pasted text contains 201 panels; at most 200 can be pasted.',
    ],
  ])('what cannot be pasted says why', (text, reason) => {
    expect(readClipboard(text)).toEqual({ kind: 'refused', reason });
  });
});

describe('pasting', () => {
  test('numbers are new, panels that show each other follow, and everything lands at the end', () => {
    const shows = panel(2, {
      datasource: { uid: '-- Dashboard --' },
      targets: [{ refId: 'A', panelId: 1 }],
    });
    const model = dashboard([panel(1), panel(2)]);
    const next = pastePanels({ panels: [panel(1), shows] }).change(model);
    expect(next.panels.slice(0, 2)).toEqual(model.panels);
    expect(next.panels.slice(2)).toMatchObject([
      { id: 3, gridPos: { y: 24 } },
      { id: 4, gridPos: { y: 32 }, targets: [{ panelId: 3 }] },
    ]);
  });

  test('variables that are there stay as they are, others are added', () => {
    const model = dashboard([], ['pod']);
    const variables = dashboard([], ['pod', 'service']).templating.list;
    const next = pastePanels({ panels: [panel(1)], variables }).change(model);
    expect(next.templating.list.map(({ name }) => name)).toEqual(['pod', 'service']);
    expect(next.templating.list[0]).toBe(model.templating.list[0]);
  });

  test('a place that the user chose is given to what arranges the grid', () => {
    const placed: unknown[] = [];
    pastePanels({
      panels: [panel(1)],
      arrange: (model, list) => {
        placed.push(...list);
        return model;
      },
    }).change(dashboard([]));
    expect(placed).toEqual([{ id: 1, gridPos: { x: 0, y: 0, w: 12, h: 8 } }]);
  });

  test('a query text becomes a panel with it', () => {
    const { panels } = pasteQuery('up', { type: 'prometheus', uid: 'prom' }).change(dashboard([]));
    expect(panels).toMatchObject([
      {
        id: 1,
        type: 'timeseries',
        targets: [{ refId: 'A', expr: 'up', datasource: { uid: 'prom' } }],
      },
    ]);
  });

  test('cutting takes panels out of closed rows too', () => {
    const model = dashboard([panel(1), panel(2, { type: 'row', panels: [panel(3)] })]);
    const next = cutPanels([panel(1), panel(3)]).change(model);
    expect(next.panels).toMatchObject([{ id: 2, panels: [] }]);
    expect(cutPanels([panel(9)]).change(model)).toBe(model);
  });
});

describe('what is missing', () => {
  const clip: Clip = {
    panels: [
      panel(1, {
        repeat: 'region',
        datasource: { type: 'prometheus', uid: 'gone' },
        targets: [
          { refId: 'A', expr: 'x{s="$service", p="$pod"}[$__rate_interval]' },
          { refId: 'B', datasource: { type: 'loki', uid: 'there' } },
          { refId: 'C', datasource: { type: 'prometheus', uid: '${ds}' } },
          { refId: 'D', datasource: { type: '__expr__', uid: '__expr__' }, expression: '$1' },
        ],
      }),
    ],
    variables: [{ name: 'service', type: 'query' }],
  };

  test('variables and data sources are found, with the definitions that came along', () => {
    const missing = missingFor(clip, dashboard([], ['pod']), ({ uid }) => uid === 'there');
    expect(missing.variables.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'ds' },
      { name: 'region' },
      { name: 'service', definition: { name: 'service', type: 'query' } },
    ]);
    expect(missing.sources).toEqual([{ type: 'prometheus', uid: 'gone' }]);
  });

  test('missing data sources can be replaced, and variables by the text of their value', () => {
    const mapped = withSources(
      clip.panels,
      new Map([['gone', { type: 'prometheus', uid: 'new' }]]),
    );
    expect(mapped[0]).toMatchObject({
      datasource: { uid: 'new' },
      targets: [{}, { datasource: { uid: 'there' } }, {}, {}],
    });
    const filled = withVariableTexts(
      clip.panels,
      { region: 'eu', service: 'cart' },
      (text, values) => text.replace('$service', values.service ?? ''),
    );
    expect(filled[0]).not.toHaveProperty('repeat');
    expect(filled[0]?.targets?.[0]?.expr).toContain('s="cart"');
  });
});
