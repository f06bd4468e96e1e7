import { describe, expect, test } from 'vitest';
import type { DashboardModel, PanelModel } from '../../../../data';
import { applyChanges } from './apply';
import { diff } from './diff';
import { changeKey, revertChanges } from './revert';
import { dashboard, edited, seeded } from './testing/generated';

const SEEDS = Array.from({ length: 150 }, (_, seed) => seed);

/** Keys of `base` keep their order, and new ones follow them. */
function expectKeyOrder(base: unknown, next: unknown, path = ''): void {
  if (typeof base !== 'object' || typeof next !== 'object' || !base || !next) return;
  if (Array.isArray(base) || Array.isArray(next)) return;
  const before = Object.keys(base).filter((key) => Object.hasOwn(next, key));
  expect(Object.keys(next).slice(0, before.length), path).toEqual(before);
  for (const key of before) {
    expectKeyOrder(base[key as never], next[key as never], `${path}.${key}`);
  }
}

describe('what differs', () => {
  test('the changes of a model, applied to the saved one, give the model again', () => {
    for (const seed of SEEDS) {
      const random = seeded(seed);
      const base = dashboard(random);
      const model = edited(base, random, 6);
      const next = applyChanges(base, diff(base, model));
      expect(next, `seed ${seed}`).toEqual(model);
      expectKeyOrder(base, next, `seed ${seed}`);
    }
  });

  test('equal models have no changes, and parts that are the same object are not looked at', () => {
    const base = dashboard(seeded(1));
    expect(diff(base, base)).toEqual([]);
    expect(diff(base, structuredClone(base))).toEqual([]);
    const unread = new Proxy({} as PanelModel['options'] & object, {
      ownKeys: () => {
        throw new Error('read');
      },
    });
    const shared = { ...base, panels: [{ id: 1, type: 'text', options: unread } as never] };
    expect(diff(shared, { ...shared, title: 'Other' })).toHaveLength(1);
  });

  test('a change taken back is gone; all taken back leave the saved model', () => {
    for (const seed of SEEDS.slice(0, 60)) {
      const random = seeded(seed);
      const base = dashboard(random);
      const model = edited(base, random, 3);
      const changes = diff(base, model);
      for (const change of changes) {
        const next = revertChanges(base, model, [change]);
        expect(diff(base, next).map(changeKey), `seed ${seed}`).not.toContain(changeKey(change));
      }
      expect(revertChanges(base, model, changes)).toEqual(base);
    }
  });
});

const panel = (id: number, more: Partial<PanelModel> = {}): PanelModel => ({
  id,
  type: 'timeseries',
  title: `Panel ${id}`,
  gridPos: { x: 0, y: 0, w: 12, h: 8 },
  ...more,
});
const model = (panels: PanelModel[], more: Partial<DashboardModel> = {}): DashboardModel => ({
  title: 'Checkout',
  tags: [],
  schemaVersion: 39,
  time: { from: 'now-6h', to: 'now' },
  timepicker: {},
  templating: { list: [] },
  annotations: { list: [] },
  links: [],
  panels,
  ...more,
});

describe('items are found by what they are called', () => {
  test('a panel that is stored inside of a row now is moved, not removed and added', () => {
    const row = panel(1, { type: 'row', collapsed: false, panels: [] });
    const before = model([row, panel(2)]);
    const after = model([{ ...row, collapsed: true, panels: [panel(2)] }]);
    expect(diff(before, after)).toEqual([
      { path: ['panels', { item: '1' }, 'collapsed'], kind: 'change', from: false, to: true },
      { path: ['panels', { item: '2' }], kind: 'move', from: null, to: '1' },
    ]);
  });

  test('a renamed query or variable keeps its place in the list and is a change of its name', () => {
    const target = { refId: 'A', expr: 'up', legendFormat: 'x' };
    const before = model([panel(1, { targets: [target] })]);
    const after = model([panel(1, { targets: [{ ...target, refId: 'errors' }] })]);
    expect(diff(before, after)).toEqual([
      {
        path: ['panels', { item: '1' }, 'targets', { item: 'A' }, 'refId'],
        kind: 'change',
        from: 'A',
        to: 'errors',
      },
    ]);
  });

  test('a query in the place of another one is another query', () => {
    const before = model([panel(1, { targets: [{ refId: 'A', expr: 'up', step: 1 }] })]);
    const after = model([panel(1, { targets: [{ refId: 'B', sql: 'SELECT 1', raw: true }] })]);
    expect(diff(before, after).map(({ kind }) => kind)).toEqual(['add', 'remove']);
  });

  test('the second transformation of a type is told from the first', () => {
    const steps = (last: number) => [
      { id: 'reduce', options: { n: 1 } },
      { id: 'reduce', options: { n: last } },
    ];
    const before = model([panel(1, { transformations: steps(2) })]);
    const after = model([panel(1, { transformations: steps(3) })]);
    expect(diff(before, after).map(({ path }) => path.at(3))).toEqual([{ item: 'reduce#1' }]);
  });

  test('two panels with one number, as broken dashboards have them, stay apart', () => {
    const before = model([panel(1), panel(1, { title: 'Twin' })]);
    const after = model([panel(1), panel(1, { title: 'Other' })]);
    const changes = diff(before, after);
    expect(changes.map(({ path }) => path[1])).toEqual([{ item: '1#1' }]);
    expect(applyChanges(before, changes)).toEqual(after);
  });
});
