/**
 * The old graph panel becomes a time series, or a histogram or bar chart where its x axis said so.
 */
import { fieldConfigOf, fixedColor, property } from './fields';
import { graphAxes } from './graph-axes';
import { graphOverrides, lineStyle } from './graph-overrides';
import { graphThresholds } from './graph-thresholds';
import {
  assign,
  child,
  drop,
  isObject,
  numberOf,
  objectOf,
  objectsOf,
  take,
  textOf,
  type JsonObject,
} from './json';

const CALCS: readonly (readonly [string, string])[] = [
  ['min', 'min'],
  ['max', 'max'],
  ['avg', 'mean'],
  ['current', 'lastNotNull'],
  ['total', 'sum'],
];

export function fromGraph(panel: JsonObject): void {
  const mode = textOf(objectOf(panel['xaxis'])['mode']) ?? 'time';
  panel['type'] =
    mode === 'histogram' ? 'histogram' : mode === 'series' ? 'barchart' : 'timeseries';
  const config = fieldConfigOf(panel);
  const options = child(panel, 'options');

  graphAxes(panel, config);
  drawing(panel, config.custom);
  const stored = take(panel, 'legend');
  config.overrides.push(...hiddenInLegend(stored));
  options['legend'] = legend(stored, options['legend']);
  options['tooltip'] = tooltip(take(panel, 'tooltip'), options['tooltip']);
  graphThresholds(panel, config);
  colors(take(panel, 'aliasColors'), config.overrides);
  aliasYAxis(panel);
  graphOverrides(objectsOf(take(panel, 'seriesOverrides')), config);
  if (!isObject(config.defaults['color'])) config.defaults['color'] = { mode: 'palette-classic' };
  if (mode === 'histogram') histogram(panel, options);
  if (mode === 'series') series(panel);
  drop(panel, 'xaxis', 'yaxis', 'renderer', 'flot', 'zerofill', 'grid', 'timeRegionsShown');
}

function drawing(panel: JsonObject, custom: JsonObject): void {
  const lines = take(panel, 'lines') !== false;
  const bars = take(panel, 'bars') === true;
  const points = take(panel, 'points') === true;
  const fill = numberOf(take(panel, 'fill')) ?? 1;
  const gradient = numberOf(take(panel, 'fillGradient')) ?? 0;
  const stack = take(panel, 'stack') === true;
  const percentage = take(panel, 'percentage') === true;
  const nulls = textOf(take(panel, 'nullPointMode'));
  const radius = numberOf(take(panel, 'pointradius'));
  const dashes = lineStyle(panel['dashes'], panel['dashLength'], panel['spaceLength']);
  drop(panel, 'dashes', 'dashLength', 'spaceLength');
  assign(custom, {
    drawStyle: bars ? 'bars' : lines ? 'line' : points ? 'points' : 'line',
    lineInterpolation: take(panel, 'steppedLine') === true ? 'stepAfter' : 'linear',
    lineWidth: lines || bars ? (numberOf(take(panel, 'linewidth')) ?? 1) : 0,
    fillOpacity: bars ? Math.max(100, fill * 10) : Math.min(100, fill * 10),
    gradientMode: gradient > 0 ? 'opacity' : 'none',
    showPoints: points ? 'always' : 'never',
    pointSize: radius === undefined ? undefined : radius * 2,
    spanNulls: nulls === 'connected',
    stacking: { mode: stack ? (percentage ? 'percent' : 'normal') : 'none', group: 'A' },
    lineStyle: dashes,
  });
  drop(panel, 'linewidth');
}

function legend(stored: unknown, present: unknown): JsonObject {
  const old = typeof stored === 'boolean' ? { show: stored } : objectOf(stored);
  const width = numberOf(old['sideWidth']);
  const sort = textOf(old['sort']);
  const withValues = old['values'] !== false;
  const calcs = CALCS.filter(([key]) => withValues && old[key] === true).map(([, calc]) => calc);
  const sortCalc = CALCS.find(([key]) => key === sort)?.[1];
  return assign(
    {
      showLegend: old['show'] !== false,
      displayMode: old['alignAsTable'] === true ? 'table' : 'list',
      placement: old['rightSide'] === true ? 'right' : 'bottom',
      calcs,
      ...objectOf(present),
    },
    {
      width,
      sortBy: SORT_NAMES[sortCalc ?? ''],
      sortDesc: sortCalc ? old['sortDesc'] === true : undefined,
    },
  );
}

/**
 * Series that are all zero or all empty stay out of the legend and the tooltip, not out of the
 * chart.
 */
function hiddenInLegend(stored: unknown): JsonObject[] {
  const { hideZero, hideEmpty } = objectOf(stored);
  const rule = (reducer: string): JsonObject => ({
    matcher: { id: 'byValue', options: { reducer, op: 'gte', value: 0 } },
    properties: [{ id: 'custom.hideFrom', value: { legend: true, tooltip: true, viz: false } }],
  });
  return [
    ...(hideZero === true ? [rule('allIsZero')] : []),
    ...(hideEmpty === true ? [rule('allIsNull')] : []),
  ];
}

/** Legends are sorted by the heading of a column. */
const SORT_NAMES: Record<string, string> = {
  min: 'Min',
  max: 'Max',
  mean: 'Mean',
  lastNotNull: 'Last *',
  sum: 'Total',
};

function tooltip(stored: unknown, present: unknown): JsonObject {
  const old = objectOf(stored);
  const sort = ['none', 'asc', 'desc'][numberOf(old['sort']) ?? 0] ?? 'none';
  return { mode: old['shared'] === false ? 'single' : 'multi', sort, ...objectOf(present) };
}

function colors(stored: unknown, overrides: JsonObject[]): void {
  for (const [name, color] of Object.entries(objectOf(stored))) {
    if (typeof color !== 'string' || color === '') continue;
    overrides.push({
      matcher: { id: 'byName', options: name },
      properties: [property('color', fixedColor(color))],
    });
  }
}

/** Until schema 4: `{name: 2}` put a series on the right axis. */
function aliasYAxis(panel: JsonObject): void {
  const old = take(panel, 'aliasYAxis');
  if (!isObject(old)) return;
  const entries = Object.entries(old).map(([alias, yaxis]) => ({ alias, yaxis }));
  panel['seriesOverrides'] = [...entries, ...objectsOf(panel['seriesOverrides'])];
}

function histogram(panel: JsonObject, options: JsonObject): void {
  const axis = objectOf(panel['xaxis']);
  const count = numberOf(axis['buckets']);
  if (count !== undefined && options['bucketCount'] === undefined) options['bucketCount'] = count;
}

/** One bar a series: each is reduced to a number first. */
function series(panel: JsonObject): void {
  const wanted = objectOf(panel['xaxis'])['values'];
  const names: Record<string, string> = { avg: 'mean', current: 'lastNotNull', total: 'sum' };
  const chosen = Array.isArray(wanted) && wanted.length > 0 ? String(wanted[0]) : 'total';
  const reduce = {
    id: 'reduce',
    options: { mode: 'seriesToRows', reducers: [names[chosen] ?? chosen], includeTimeField: false },
  };
  panel['transformations'] = [
    ...(Array.isArray(panel['transformations']) ? panel['transformations'] : []),
    reduce,
  ];
}
