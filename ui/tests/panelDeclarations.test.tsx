import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadUpgrade, type Json, type PanelModel } from '../src/data';
import { panelDrawn, loadPlugin } from '../src/plugins/panels';
import { panelTypes } from '../src/plugins/panelTypes';
import { standardOptions } from '../src/plugins/standardOptions';
import {
  optionAt,
  optionDefinitions,
  resolveOptions,
  type BuildOptions,
  type OptionDefinition,
} from '../src/sdk/options';
import type { PanelDefinition } from '../src/sdk/panel';
import { LEGACY_FIELD_KEYS, LEGACY_KEYS, PANEL_KEYS } from './panelKeys';

const plugins = new Map<string, PanelDefinition>();

beforeAll(async () => {
  panelDrawn();
  for (const type of panelTypes.keys()) plugins.set(type, await loadPlugin(type));
}, 60_000);

const pluginOf = (type: string) => plugins.get(type) as PanelDefinition;
const types = [...panelTypes.keys()];

function buildersOf(type: string): BuildOptions<object>[] {
  const { options, fieldOptions, standard } = pluginOf(type);
  return [options, fieldOptions, standardOptions(standard)].filter((build) => build !== undefined);
}

const words = ({ path, editor, default: value }: OptionDefinition) =>
  `${path} ${editor.kind} ${JSON.stringify(value)}`;

describe('the options of panels', () => {
  test('the settings of every type are listed', () => {
    expect(Object.keys(PANEL_KEYS).toSorted()).toEqual(types.toSorted());
  });

  test.each(types)('%s declares every setting with its editor and default', (type) => {
    const { options, fieldOptions } = pluginOf(type);
    const wanted = PANEL_KEYS[type];
    const normal = (line: string) => {
      const [path, kind, ...rest] = line.split(' ');
      return `${path} ${kind} ${JSON.stringify(JSON.parse(rest.join(' ')))}`;
    };
    expect(optionDefinitions(options).map(words)).toEqual(
      expect.arrayContaining((wanted?.options ?? []).map(normal)),
    );
    expect(optionDefinitions(fieldOptions).map(words)).toEqual(
      expect.arrayContaining((wanted?.fields ?? []).map(normal)),
    );
  });

  test.each(types)('%s: what is missing in a file takes the declared default', (type) => {
    for (const build of buildersOf(type)) {
      const resolved = resolveOptions(build, {});
      for (const { path, default: value } of optionDefinitions(build))
        expect({ path, value: optionAt(resolved, path) }).toEqual({ path, value });
    }
  });

  test.each(types)('%s: every option has a path of its own, a label and a group', (type) => {
    for (const build of buildersOf(type)) {
      const definitions = optionDefinitions(build);
      const paths = definitions.map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
      for (const { label, group } of definitions) expect([label, group]).not.toContain('');
    }
  });

  test.each(types)('%s: every condition can be read before anything is stored', (type) => {
    for (const build of buildersOf(type)) {
      const resolved = resolveOptions(build, {}) as Record<string, unknown>;
      for (const { path, when } of optionDefinitions(build))
        expect([path, typeof (when?.(resolved) ?? true)]).toEqual([path, 'boolean']);
    }
  });

  test.each(types)('%s: a default is one of the choices, and within the limits', (type) => {
    for (const build of buildersOf(type))
      for (const { path, editor, default: value } of optionDefinitions(build)) {
        if (editor.kind === 'select' || editor.kind === 'radio')
          expect({ path, values: editor.choices.map((choice) => choice.value) }).toEqual({
            path,
            values: expect.arrayContaining([value]),
          });
        if (editor.kind === 'slider')
          expect([
            path,
            Number(value) >= Number(editor.min),
            Number(value) <= Number(editor.max),
          ]).toEqual([path, true, true]);
      }
  });

  test.each([
    ['timeseries', 'lineWidth', { drawStyle: 'line' }, { drawStyle: 'points' }],
    ['timeseries', 'barAlignment', { drawStyle: 'bars' }, {}],
    ['timeseries', 'lineStyle.dash', { lineStyle: { fill: 'dash' } }, {}],
    [
      'timeseries',
      'pointSize',
      { drawStyle: 'points', showPoints: 'never' },
      { showPoints: 'never' },
    ],
    ['timeseries', 'axisLabel', {}, { axisPlacement: 'hidden' }],
    ['timeseries', 'axisCenteredZero', {}, { scaleDistribution: { type: 'log' } }],
    ['timeseries', 'legend.width', { legend: { placement: 'right' } }, {}],
    ['timeseries', 'legend.placement', {}, { legend: { showLegend: false } }],
    ['timeseries', 'tooltip.sort', { tooltip: { mode: 'multi' } }, {}],
    ['timeseries', 'tooltip.maxWidth', {}, { tooltip: { mode: 'none' } }],
    ['barchart', 'xTickLabelMaxLength', { xTickLabelRotation: 45 }, {}],
    ['barchart', 'groupWidth', {}, { stacking: 'normal' }],
    [
      'barchart',
      'tooltip.mode',
      { fullHighlight: true },
      { fullHighlight: true, stacking: 'normal' },
    ],
    ['heatmap', 'calculation.xBuckets.mode', { calculate: true }, {}],
    ['heatmap', 'rowsFrame.layout', {}, { calculate: true }],
    ['heatmap', 'color.exponent', { color: { mode: 'opacity' } }, {}],
    ['heatmap', 'color.scheme', {}, { color: { mode: 'opacity' } }],
    ['stat', 'reduceOptions.limit', { reduceOptions: { values: true } }, {}],
    ['stat', 'reduceOptions.calcs', {}, { reduceOptions: { values: true } }],
    ['stat', 'wideLayout', { textMode: 'value_and_name' }, {}],
    ['stat', 'showPercentChange', {}, { reduceOptions: { values: true } }],
    ['gauge', 'minVizWidth', { sizing: 'manual', orientation: 'vertical' }, { sizing: 'manual' }],
    ['gauge', 'sizing', { orientation: 'vertical' }, {}],
    [
      'bargauge',
      'minVizWidth',
      { sizing: 'manual' },
      { sizing: 'manual', orientation: 'horizontal' },
    ],
    ['bargauge', 'showUnfilled', {}, { displayMode: 'lcd' }],
    ['bargauge', 'namePlacement', {}, { orientation: 'vertical' }],
    ['table', 'footer.reducer', { footer: { show: true } }, {}],
    ['table', 'inspect', {}, { cellOptions: { type: 'gauge' } }],
    ['text', 'code.language', { mode: 'code' }, {}],
    ['alertlist', 'groupBy', { groupMode: 'custom' }, {}],
    ['alertlist', 'folder.uid', {}, { datasource: 'mimir' }],
  ])('%s: %s is offered only where it has an effect', (type, path, shown, hidden) => {
    const build = buildersOf(type).find((each) =>
      optionDefinitions(each).some((one) => one.path === path),
    );
    const definition = optionDefinitions(build).find((one) => one.path === path);
    const offered = (stored: object) =>
      definition?.when?.(resolveOptions(build, stored) as Record<string, unknown>);
    expect([offered(shown), offered(hidden)]).toEqual([true, false]);
  });

  test.each(types)('%s draws with the color scheme that it declares as its default', (type) => {
    const { standard = {} } = pluginOf(type);
    const hasColor = standard.disable !== 'all' && !standard.disable?.includes('color');
    const bySeries = standard.defaults?.color?.mode === 'palette-classic';
    if (hasColor) expect(bySeries).toBe(panelTypes.get(type)?.colors === 'series');
  });
});

describe('the standard options of fields', () => {
  const paths = (type: string) =>
    optionDefinitions(standardOptions(pluginOf(type).standard)).map(({ path }) => path);

  test('are those of Grafana, with its defaults', () => {
    expect(optionDefinitions(standardOptions()).map(words).toSorted()).toEqual(
      [
        'unit unit ""',
        'min number null',
        'max number null',
        'fieldMinMax switch false',
        'decimals number null',
        'displayName text ""',
        'color colorScheme null',
        'noValue text ""',
        'filterable switch false',
        'links links []',
        'mappings mappings []',
        'thresholds thresholds {"mode":"absolute","steps":[{"value":null,"color":"green"},{"value":80,"color":"red"}]}',
      ].toSorted(),
    );
  });

  test('leave out what a type does not support', () => {
    expect(paths('logs')).toEqual([]);
    expect(paths('heatmap')).toEqual(['links']);
    expect(paths('piechart')).not.toContain('thresholds');
    expect(paths('stat')).toHaveLength(12);
  });

  test('take the default and the color support of the type', () => {
    const color = optionDefinitions(standardOptions(pluginOf('timeseries').standard)).find(
      ({ path }) => path === 'color',
    );
    expect(color).toMatchObject({
      default: { mode: 'palette-classic' },
      editor: { kind: 'colorScheme', byValue: true, bySeries: true },
    });
  });

  test('offer limits of each field while a limit is missing', () => {
    const build = standardOptions();
    const perField = optionDefinitions(build).find(({ path }) => path === 'fieldMinMax');
    expect(perField?.when?.({ min: 0, max: null })).toBe(true);
    expect(perField?.when?.({ min: 0, max: 1 })).toBe(false);
  });
});

const folder = process.env['VEDETTE_TEST_DASHBOARDS'] ?? '';
const present = folder !== '' && existsSync(folder);

describe.skipIf(!present)('public dashboards (set VEDETTE_TEST_DASHBOARDS)', () => {
  test('hold no setting that no panel declares', async () => {
    const panels = await storedPanels(folder);
    expect(panels.length).toBeGreaterThan(0);
    const unknown = panels.flatMap((panel) => undeclared(panel));
    expect([...new Set(unknown)].toSorted()).toEqual([]);
  });
});

async function storedPanels(root: string): Promise<PanelModel[]> {
  const upgrade = await loadUpgrade();
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(root, name), 'utf8')))
    .flatMap((stored) => upgrade((stored.dashboard ?? stored) as Json).model.panels)
    .flatMap((panel) => [panel, ...(panel.panels ?? [])])
    .filter(({ type }) => plugins.has(type));
}

function undeclared(panel: PanelModel): string[] {
  const { type, fieldConfig } = panel;
  const plugin = pluginOf(type);
  const { options } = plugin.migrate?.(panel) ?? panel;
  const known = (build: BuildOptions<object> | undefined, legacy: string[] = []) => {
    const paths = [...optionDefinitions(build).map(({ path }) => path), ...legacy];
    return (key: string) => paths.some((path) => isWithin(key, path) || isWithin(path, key));
  };
  const isOption = known(plugin.options, LEGACY_KEYS[type]);
  const isCustom = known(plugin.fieldOptions, LEGACY_FIELD_KEYS[type]);
  const overridden = (fieldConfig?.overrides ?? [])
    .flatMap(({ properties }) => properties.map(({ id }) => id))
    .filter((id) => id.startsWith('custom.'))
    .map((id) => id.slice('custom.'.length));
  return [
    ...keysOf(options ?? {}).filter((key) => !isOption(key)),
    ...[...keysOf(fieldConfig?.defaults?.custom ?? {}), ...overridden]
      .filter((key) => !isCustom(key))
      .map((key) => `custom.${key}`),
  ].map((key) => `${type}: ${key}`);
}

const isWithin = (key: string, path: string) => key === path || key.startsWith(`${path}.`);

/** The paths of all values below an object. */
function keysOf(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    inner && typeof inner === 'object' && !Array.isArray(inner) && Object.keys(inner).length > 0
      ? keysOf(inner, `${prefix}${key}.`)
      : [prefix + key],
  );
}
