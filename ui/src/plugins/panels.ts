/**
 * Panel plugins by the `type` stored panels carry; each is fetched when the first panel of its type
 * is drawn.
 */
import { useEffect, useState } from 'react';
import type { PanelDefinition } from '../sdk/panel';
import { panelTypes } from './panelTypes';

interface PluginModule {
  default: PanelDefinition<object>;
}

const modules = import.meta.glob<PluginModule>('../../../src/vedette_plugins/panels/*/ui/index.ts');

const loaders = new Map(
  [...panelTypes].flatMap(([type, { folder, ui }]) => {
    const load = modules[`${folder}/${ui}`];
    return load ? [[type, load] as const] : [];
  }),
);
const loaded = new Map<string, PanelDefinition<object>>();

/** While one of these is on its way to the screen, the code of the others waits. */
const isLight = (type: string) => panelTypes.get(type)?.light ?? false;
const LONGEST_WAIT_MS = 1000;

let lightAsked = false;
let open = (): void => {};
const somethingDrawn = new Promise<void>((resolve) => (open = resolve));

/** Kinds of Grafana 10.4 that exist there and not yet here: shown calmly, not as a mistake. */
const PLANNED = new Set([
  'alertGroups',
  'annolist',
  'candlestick',
  'canvas',
  'dashlist',
  'datagrid',
  'debug',
  'flamegraph',
  'geomap',
  'gettingstarted',
  'histogram',
  'news',
  'status-history',
  'trend',
  'welcome',
  'xychart',
]);

export type PluginState =
  | { state: 'loading' }
  | { state: 'ready'; plugin: PanelDefinition<object> }
  | { state: 'planned' }
  | { state: 'unknown' }
  | { state: 'failed'; message: string };

export function pluginKind(type: string): 'available' | 'planned' | 'unknown' {
  if (loaders.has(type)) return 'available';
  return PLANNED.has(type) ? 'planned' : 'unknown';
}

/** Throws an error if no plugin has the type, or its code cannot be loaded. */
export async function loadPlugin(type: string): Promise<PanelDefinition<object>> {
  const load = loaders.get(type);
  if (!load) throw new Error(`There is no panel of type "${type}".`);
  await turnOf(type);
  const { default: plugin } = await load();
  loaded.set(type, plugin);
  return plugin;
}

/**
 * Heavy code does not hold up the first picture: charts, tables and Markdown come after it where
 * there is one.
 */
async function turnOf(type: string): Promise<void> {
  if (isLight(type)) {
    if (!lightAsked) setTimeout(open, LONGEST_WAIT_MS);
    lightAsked = true;
    return;
  }
  // The panels near the screen ask in one go, in the order they stand in.
  await Promise.resolve();
  if (lightAsked) await somethingDrawn;
}

const FIRST_PANELS = 6;

/**
 * Starts to fetch what the topmost panels are drawn with, before they are laid out: it comes beside
 * their data.
 */
export function fetchFirst(
  panels: readonly { type: string; gridPos: { x: number; y: number } }[],
): void {
  const topmost = panels
    .filter(({ type }) => loaders.has(type))
    .toSorted((a, b) => a.gridPos.y - b.gridPos.y || a.gridPos.x - b.gridPos.x)
    .slice(0, FIRST_PANELS)
    .map(({ type }) => type);
  const light = topmost.filter(isLight);
  for (const type of new Set(light.length > 0 ? light : topmost))
    void loaders
      .get(type)?.()
      .catch(() => {});
}

/** Called when a panel has been painted. */
export function panelDrawn(): void {
  open();
}

/** Done once a panel of the page has been painted: the time for what can come after it. */
export function firstPanelDrawn(): Promise<void> {
  return somethingDrawn;
}

/** Fetches the code of these panel types once something is on the screen. */
export async function preloadPlugins(types: Iterable<string>): Promise<void> {
  await somethingDrawn;
  for (const type of types) {
    if (loaders.has(type) && !loaded.has(type)) loadPlugin(type).catch(() => {});
  }
}

export function usePlugin(type: string): PluginState {
  const [, redraw] = useState(0);
  const [failure, setFailure] = useState<{ type: string; message: string }>();
  const kind = pluginKind(type);
  const plugin = loaded.get(type);

  useEffect(() => {
    if (kind !== 'available' || loaded.has(type)) return;
    let active = true;
    loadPlugin(type).then(
      () => active && redraw((n) => n + 1),
      (error: unknown) =>
        active &&
        setFailure({ type, message: String(error instanceof Error ? error.message : error) }),
    );
    return () => {
      active = false;
    };
  }, [type, kind]);

  if (plugin) return { state: 'ready', plugin };
  if (kind !== 'available') return { state: kind };
  return failure?.type === type
    ? { state: 'failed', message: failure.message }
    : { state: 'loading' };
}
