/** Random dashboards and random edits of them, repeatable by their seed. */
import type { DashboardModel, PanelModel, Target } from '../../../../../data';

export type Random = () => number;

/** Numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const upTo = (random: Random, count: number) => Math.floor(random() * count);
const pick = <T>(random: Random, list: readonly T[]): T => list[upTo(random, list.length)] as T;
const WORDS = ['cpu', 'memory', 'latency', 'errors', 'orders', 'pods'];

function target(random: Random, refId: string): Target {
  return { refId, expr: `rate(${pick(random, WORDS)}[5m])`, legendFormat: pick(random, WORDS) };
}

export function panel(random: Random, id: number, type = 'timeseries'): PanelModel {
  const refIds = ['A', 'B', 'C'].slice(0, upTo(random, 4));
  return {
    id,
    type,
    title: pick(random, WORDS),
    gridPos: { x: 12 * (id % 2), y: 8 * Math.floor(id / 2), w: 12, h: 8 },
    ...(refIds.length > 0 && { targets: refIds.map((refId) => target(random, refId)) }),
    options: { legend: { showLegend: random() < 0.5, calcs: ['mean'] }, tooltip: {} },
    fieldConfig: {
      defaults: { unit: pick(random, ['s', 'short', 'percent']), custom: { lineWidth: 1 } },
      overrides:
        random() < 0.5
          ? [
              {
                matcher: { id: 'byName', options: 'p99' },
                properties: [{ id: 'custom.lineWidth', value: 2 }],
              },
            ]
          : [],
    },
    transformations: random() < 0.3 ? [{ id: 'reduce', options: {} }, { id: 'reduce' }] : undefined,
  };
}

export function dashboard(random: Random): DashboardModel {
  const panels: PanelModel[] = [];
  let id = 1;
  const count = 1 + upTo(random, 6);
  for (let index = 0; index < count; index += 1) {
    if (random() < 0.25) {
      const row = id++;
      const inside = Array.from({ length: upTo(random, 3) }, () => panel(random, id++));
      panels.push({
        id: row,
        type: 'row',
        title: `Row ${row}`,
        collapsed: inside.length > 0,
        gridPos: { x: 0, y: 8 * row, w: 24, h: 1 },
        panels: inside,
      });
    } else panels.push(panel(random, id++));
  }
  // As read from JSON: no key without a value.
  return JSON.parse(
    JSON.stringify({
      uid: 'generated',
      title: 'Generated',
      tags: ['a'],
      schemaVersion: 39,
      time: { from: 'now-6h', to: 'now' },
      timepicker: {},
      templating: {
        list: ['cluster', 'service'].map((name) => ({
          name,
          type: 'query',
          query: `label_values(${name})`,
          refresh: 1,
        })),
      },
      annotations: { list: [{ name: 'Deployments', enable: true, iconColor: 'red' }] },
      links: [{ title: 'Runbook', url: '/runbook', type: 'link' }],
      panels,
    }),
  ) as DashboardModel;
}

type Edit = (model: DashboardModel, random: Random) => void;
const withPanels = (model: DashboardModel) =>
  model.panels.flatMap((one) => [one, ...(one.panels ?? [])]);
const anyPanel = (model: DashboardModel, random: Random) => {
  const all = withPanels(model).filter((one) => one.type !== 'row');
  return all.length > 0 ? pick(random, all) : undefined;
};
const shuffled = <T>(list: T[], random: Random) => {
  if (list.length > 1) list.push(...list.splice(upTo(random, list.length - 1), 1));
};

const EDITS: readonly Edit[] = [
  (model, random) => (model.title = pick(random, WORDS)),
  (model) => (model.description = 'What it shows'),
  (model, random) => (model.tags = [pick(random, WORDS), 'b']),
  (model, random) => (model.time = { from: `now-${1 + upTo(random, 9)}h`, to: 'now' }),
  (model, random) => {
    const one = anyPanel(model, random);
    if (one) one.title = pick(random, WORDS) + String(upTo(random, 100));
  },
  (model, random) => {
    const one = anyPanel(model, random);
    if (one?.fieldConfig) one.fieldConfig.defaults.custom = { lineWidth: 3, fillOpacity: 10 };
  },
  (model, random) => {
    const one = anyPanel(model, random);
    if (one?.fieldConfig) delete one.fieldConfig.defaults.custom;
  },
  (model, random) => {
    const one = anyPanel(model, random);
    if (one?.fieldConfig) one.fieldConfig.defaults.custom = {};
  },
  (model, random) => {
    const one = anyPanel(model, random);
    if (one) delete one.options;
  },
  (model, random) => {
    const one = anyPanel(model, random);
    if (one) one.targets = [...(one.targets ?? []), target(random, `N${upTo(random, 1e6)}`)];
  },
  (model, random) => {
    const targets = anyPanel(model, random)?.targets;
    if (targets) shuffled(targets, random);
  },
  (model, random) => {
    const first = anyPanel(model, random)?.targets?.[0];
    if (first) first.refId = `R${upTo(random, 1e6)}`;
  },
  (model, random) => {
    const one = anyPanel(model, random);
    if (one) one.transformations = [...(one.transformations ?? []), { id: 'organize' }];
  },
  (model, random) => {
    const one = anyPanel(model, random);
    one?.fieldConfig?.overrides.push({
      matcher: { id: 'byName', options: `f${upTo(random, 1e6)}` },
      properties: [],
    });
  },
  (model, random) => {
    const one = anyPanel(model, random);
    if (one) delete one.transformations;
  },
  (model, random) => {
    const one = anyPanel(model, random);
    if (one) one.gridPos = { ...one.gridPos, x: upTo(random, 12), w: 6 };
  },
  (model, random) => {
    model.panels.splice(
      upTo(random, model.panels.length + 1),
      0,
      panel(random, 1000 + upTo(random, 1e6)),
    );
  },
  (model, random) => {
    if (model.panels.length > 1) model.panels.splice(upTo(random, model.panels.length), 1);
  },
  (model, random) => shuffled(model.panels, random),
  (model) => {
    // Opens a closed row: its panels go behind it.
    const index = model.panels.findIndex((one) => one.panels?.length);
    const row = model.panels[index];
    if (!row?.panels) return;
    row.collapsed = false;
    model.panels.splice(index + 1, 0, ...row.panels);
    row.panels = [];
  },
  (model) => {
    // Closes a row: the panel behind it goes inside.
    const index = model.panels.findIndex(
      (one, at) => one.type === 'row' && at < model.panels.length - 1,
    );
    const row = model.panels[index];
    if (!row || model.panels[index + 1]?.type === 'row') return;
    row.collapsed = true;
    row.panels = [...(row.panels ?? []), ...model.panels.splice(index + 1, 1)];
  },
  (model, random) => {
    const variable = model.templating.list[0];
    if (variable) variable.name = `v${upTo(random, 1e6)}`;
  },
  (model, random) => {
    const variable = model.templating.list.at(-1);
    if (variable) variable.query = pick(random, WORDS) + upTo(random, 1e6);
  },
  (model, random) => {
    model.templating.list.push({ name: `n${upTo(random, 1e6)}`, type: 'textbox' });
  },
  (model, random) => shuffled(model.templating.list, random),
  (model) => void model.annotations.list.splice(0, 1),
  (model) => void (model.links = []),
  (model) => void (model.unknown = { kept: [1, { deep: null }] }),
];

/** A copy with some random edits, each as the editor or the JSON page would make it. */
export function edited(model: DashboardModel, random: Random, count = 4): DashboardModel {
  const next = structuredClone(model);
  for (let index = 0; index < count; index += 1) pick(random, EDITS)(next, random);
  return next;
}
