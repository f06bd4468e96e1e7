import { describe, expect, test } from 'vitest';
import { MIXED, sourcesFrom } from '../../../querying/sources';
import type { Pane } from './pane';
import { panesUrl, readPanes } from './url';

const sources = sourcesFrom([
  { uid: 'prom', name: 'Metrics', type: 'prometheus', isDefault: true },
  { uid: 'loki', name: 'Logs of the shop', type: 'loki' },
]);

const pane = (datasource: string, ...queries: Record<string, unknown>[]): Pane => ({
  datasource,
  queries: queries.map((query, index) => ({ refId: 'ABC'[index] ?? 'Z', ...query })),
  range: { from: 'now-6h', to: 'now' },
});

const searchOf = (address: string) => address.slice(address.indexOf('?'));

describe('the address of Explore', () => {
  test('brings both panes back as they were, in their order', () => {
    const panes = {
      x1a: pane('loki', { expr: '{app="web"} |= "50%&x=1"' }),
      b: pane(MIXED, { expr: 'up' }),
    };
    const address = panesUrl(panes);
    expect(address).toMatch(/^\/explore\?schemaVersion=1&panes=/);
    expect(readPanes(searchOf(address), sources)).toEqual(panes);
    expect(Object.keys(readPanes(searchOf(address), sources))).toEqual(['x1a', 'b']);
  });

  test('reads links of Grafana 10.4 with one pane and an organisation', () => {
    const stored = {
      abc: {
        datasource: 'loki',
        queries: [{ refId: 'A', expr: '{}' }],
        range: { from: '1', to: '2' },
      },
    };
    const search = `?orgId=1&schemaVersion=1&panes=${encodeURIComponent(JSON.stringify(stored))}`;
    expect(readPanes(search, sources)).toEqual({
      abc: {
        datasource: 'loki',
        queries: [{ refId: 'A', expr: '{}' }],
        range: { from: '1', to: '2' },
      },
    });
  });

  test('reads the older left and right, which name sources by their names', () => {
    const left = {
      datasource: 'Logs of the shop',
      queries: [{ expr: '{a="b"}' }],
      range: { from: 'now-3h', to: 'now' },
    };
    const right = {
      datasource: 'prom',
      queries: [{ refId: 'Q', expr: 'up' }],
      range: { from: 1700000000000, to: 'now' },
    };
    const search = `?left=${encodeURIComponent(JSON.stringify(left))}&right=${encodeURIComponent(JSON.stringify(right))}`;
    expect(readPanes(search, sources)).toEqual({
      left: {
        datasource: 'loki',
        queries: [{ refId: 'A', expr: '{a="b"}' }],
        range: { from: 'now-3h', to: 'now' },
      },
      right: {
        datasource: 'prom',
        queries: [{ refId: 'Q', expr: 'up' }],
        range: { from: '1700000000000', to: 'now' },
      },
    });
  });

  test('reads the oldest form, a list', () => {
    const list = [
      'now-2h',
      'now',
      'Metrics',
      { expr: 'up' },
      { mode: 'Metrics' },
      { ui: [true, true] },
    ];
    const search = `?left=${encodeURIComponent(JSON.stringify(list))}`;
    expect(readPanes(search, sources).left).toEqual({
      datasource: 'prom',
      queries: [{ refId: 'A', expr: 'up' }],
      range: { from: 'now-2h', to: 'now' },
    });
  });

  test.each(['', '?panes={', '?panes=[]', '?left=null', '?panes=%7B%22a%22%3A5%7D'])(
    'makes nothing of %j',
    (search) => {
      expect(readPanes(search, sources)).toEqual({});
    },
  );

  test('keeps the uid of a source that is gone, so that it can be named', () => {
    const search = `?panes=${encodeURIComponent('{"a":{"datasource":"gone","queries":[]}}')}`;
    expect(readPanes(search, sources).a).toEqual({
      datasource: 'gone',
      queries: [],
      range: { from: 'now-1h', to: 'now' },
    });
  });

  test('shows no more than two panes', () => {
    const three = JSON.stringify({ a: {}, b: {}, c: {} });
    expect(Object.keys(readPanes(`?panes=${encodeURIComponent(three)}`, sources))).toEqual([
      'a',
      'b',
    ]);
  });
});
