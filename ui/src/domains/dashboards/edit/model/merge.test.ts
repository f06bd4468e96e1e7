import { describe, expect, test } from 'vitest';
import type { DashboardModel, PanelModel } from '../../../../data';
import { applyChanges } from './apply';
import { diff } from './diff';
import { pathKey } from './identity';
import { merge, type Arrange } from './merge';
import { dashboard, edited, seeded } from './testing/generated';

const SEEDS = Array.from({ length: 150 }, (_, seed) => seed);
const keep: Arrange = (model) => model;
const run = (base: DashboardModel, theirs: DashboardModel, yours: DashboardModel) =>
  merge(base, theirs, yours, { arrange: keep });

const panel = (id: number, more: Partial<PanelModel> = {}): PanelModel => ({
  id,
  type: 'timeseries',
  title: `Panel ${id}`,
  gridPos: { x: 0, y: 8 * id, w: 12, h: 8 },
  ...more,
});
const BASE: DashboardModel = {
  title: 'Checkout',
  tags: ['payments'],
  schemaVersion: 39,
  time: { from: 'now-6h', to: 'now' },
  timepicker: {},
  templating: { list: [{ name: 'svc', type: 'query', query: 'label_values(service)' }] },
  annotations: { list: [] },
  links: [],
  panels: [
    panel(1, { targets: [{ refId: 'A', expr: 'up{service="$svc"}' }] }),
    panel(2, { fieldConfig: { defaults: { unit: 's', custom: { lineWidth: 1 } }, overrides: [] } }),
  ],
};
const changed = (change: (model: DashboardModel) => void) => {
  const next = structuredClone(BASE);
  change(next);
  return next;
};
const first = (model: DashboardModel) => model.panels[0]!;
const second = (model: DashboardModel) => model.panels[1]!;

describe('laws', () => {
  test('a side without changes gives the other one, to the order of its keys', () => {
    for (const seed of SEEDS) {
      const random = seeded(seed);
      const base = dashboard(random);
      const other = edited(base, random, 5);
      const forth = run(base, other, structuredClone(base));
      const back = run(base, structuredClone(base), other);
      expect(JSON.stringify(forth.model)).toBe(JSON.stringify(other));
      expect(JSON.stringify(back.model)).toBe(JSON.stringify(other));
      expect([...forth.conflicts, ...back.conflicts]).toEqual([]);
    }
  });

  test('both sides with the same changes give them once, without a conflict', () => {
    for (const seed of SEEDS) {
      const random = seeded(seed);
      const base = dashboard(random);
      const other = edited(base, random, 5);
      const merged = run(base, other, structuredClone(other));
      expect(merged.model).toEqual(other);
      expect(merged.conflicts).toEqual([]);
    }
  });

  test('changes at different places give the same, whoever made which', () => {
    let tried = 0;
    for (const seed of SEEDS) {
      const random = seeded(seed);
      const base = dashboard(random);
      const all = diff(base, edited(base, random, 6)).filter(
        ({ kind, path }) => kind === 'change' && path.at(-1) !== 'gridPos',
      );
      if (all.length < 2) continue;
      tried += 1;
      const a = applyChanges(
        base,
        all.filter((_, index) => index % 2 === 0),
      );
      const b = applyChanges(
        base,
        all.filter((_, index) => index % 2 === 1),
      );
      const forth = run(base, a, b);
      const back = run(base, b, a);
      expect(forth.conflicts).toEqual([]);
      expect(forth.model).toEqual(back.model);
      expect(forth.model).toEqual(applyChanges(base, all));
    }
    expect(tried).toBeGreaterThan(50);
  });

  test('whatever both sides did, choosing one side everywhere leaves nothing undecided', () => {
    for (const seed of SEEDS) {
      const random = seeded(seed);
      const base = dashboard(random);
      const theirs = edited(base, random, 5);
      const yours = edited(base, random, 5);
      const { conflicts, model } = run(base, theirs, yours);
      for (const { key, base: from, theirs: a, yours: b } of conflicts) {
        expect(a, key).not.toEqual(b);
        expect(from, key).not.toEqual(a);
        expect(from, key).not.toEqual(b);
      }
      const ids = (list: readonly PanelModel[]): number[] =>
        list.flatMap((one) => [one.id, ...ids(one.panels ?? [])]);
      expect(new Set(ids(model.panels)).size).toBe(ids(model.panels).length);
    }
  });
});

describe('conflicts', () => {
  const theirs = changed((model) => (first(model).title = 'Theirs'));
  const yours = changed((model) => {
    first(model).title = 'Yours';
    model.tags = ['edge'];
  });

  test('the same value changed to different ones has to be chosen, the rest is merged', () => {
    const merged = run(BASE, theirs, yours);
    expect(merged.conflicts).toEqual([
      {
        key: pathKey(['panels', { item: '1' }, 'title']),
        path: ['panels', { item: '1' }, 'title'],
        base: 'Panel 1',
        theirs: 'Theirs',
        yours: 'Yours',
      },
    ]);
    expect(merged.theirs).toEqual([]);
    expect(merged.yours.map(({ path }) => path)).toEqual([['tags']]);
    const choices = { [merged.conflicts[0]!.key]: 'theirs' as const };
    const decided = merge(BASE, theirs, yours, { arrange: keep, choices });
    expect(first(decided.model).title).toBe('Theirs');
    expect(decided.model.tags).toEqual(['edge']);
  });

  test('removed there and changed here is a conflict; slid down by others is none', () => {
    const removed = changed((model) => void model.panels.splice(1, 1));
    const retitled = changed((model) => (second(model).title = 'Mine'));
    const [conflict] = run(BASE, removed, retitled).conflicts;
    expect(conflict).toMatchObject({ theirs: undefined, yours: { title: 'Mine' } });
    const slid = changed((model) => {
      second(model).gridPos.y = 40;
      model.title = 'Mine';
    });
    const merged = run(BASE, removed, slid);
    expect(merged.conflicts).toEqual([]);
    expect(merged.model.panels.map(({ id }) => id)).toEqual([1]);
  });

  test('keys that both sides add to one object are merged one by one', () => {
    const withCustom = (custom: Record<string, unknown>) =>
      changed((model) => (first(model).fieldConfig = { defaults: { custom }, overrides: [] }));
    const merged = run(
      BASE,
      withCustom({ lineWidth: 1, fillOpacity: 5 }),
      withCustom({ lineWidth: 2, pointSize: 4 }),
    );
    expect(merged.conflicts.map(({ path }) => path.at(-1))).toEqual(['lineWidth']);
    expect(first(merged.model).fieldConfig?.defaults.custom).toEqual({
      lineWidth: 2,
      fillOpacity: 5,
      pointSize: 4,
    });
  });
});

describe('positions never ask', () => {
  test('theirs have their places, yours are arranged after', () => {
    const theirs = changed((model) => (first(model).gridPos = { x: 0, y: 0, w: 24, h: 8 }));
    const yours = changed((model) => {
      first(model).gridPos = { x: 12, y: 0, w: 12, h: 8 };
      second(model).gridPos = { x: 0, y: 0, w: 6, h: 4 };
    });
    const calls: unknown[] = [];
    const merged = merge(BASE, theirs, yours, {
      arrange: (model, placed) => {
        calls.push([first(model).gridPos, placed]);
        return model;
      },
    });
    expect(merged.conflicts).toEqual([]);
    expect(calls).toEqual([
      [
        { x: 0, y: 0, w: 24, h: 8 },
        [
          { id: 1, gridPos: { x: 12, y: 0, w: 12, h: 8 } },
          { id: 2, gridPos: { x: 0, y: 0, w: 6, h: 4 } },
        ],
      ],
    ]);
  });

  test('panels that both sides added under one number are both kept', () => {
    const add = (title: string) =>
      changed((model) =>
        model.panels.push(panel(3, { title, gridPos: { x: 0, y: 40, w: 12, h: 8 } })),
      );
    const merged = run(BASE, add('Theirs'), add('Yours'));
    expect(merged.conflicts).toEqual([]);
    expect(merged.model.panels.map(({ id, title }) => [id, title]).slice(2)).toEqual([
      [3, 'Theirs'],
      [4, 'Yours'],
    ]);
  });
});

test('a variable renamed here is also used by the panel that was added there', () => {
  const theirs = changed((model) =>
    model.panels.push(panel(3, { targets: [{ refId: 'A', expr: 'rate(x{s="$svc"}[5m])' }] })),
  );
  const yours = changed((model) => {
    model.templating.list[0]!.name = 'service';
    first(model).targets![0]!.expr = 'up{service="$service"}';
  });
  const { model, conflicts } = run(BASE, theirs, yours);
  expect(conflicts).toEqual([]);
  expect(model.templating.list.map(({ name }) => name)).toEqual(['service']);
  expect(model.panels[2]!.targets![0]!.expr).toBe('rate(x{s="$service"}[5m])');
});
