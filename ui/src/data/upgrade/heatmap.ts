/** The heatmap before version 9: its settings stood on the panel itself. */
import {
  assign,
  child,
  drop,
  isObject,
  numberOf,
  objectOf,
  take,
  textOf,
  type JsonObject,
} from './json';

const OLD_KEYS = [
  'dataFormat',
  'cards',
  'yBucketBound',
  'hideZeroBuckets',
  'reverseYBuckets',
  'xBucketSize',
  'xBucketNumber',
  'yBucketSize',
  'yBucketNumber',
  'highlightCards',
  'heatmap',
  'tsBuckets',
  'buckets',
  'tooltipDecimals',
];

export function fromHeatmap(panel: JsonObject): void {
  if (!OLD_KEYS.some((key) => key in panel)) return;
  const options = child(panel, 'options');
  const cards = objectOf(take(panel, 'cards'));
  const yAxis = objectOf(take(panel, 'yAxis'));
  const tooltip = objectOf(take(panel, 'tooltip'));
  const format = textOf(take(panel, 'dataFormat')) ?? 'timeseries';

  options['calculate'] ??= format === 'timeseries';
  options['calculation'] ??= {
    xBuckets: buckets(take(panel, 'xBucketSize'), take(panel, 'xBucketNumber')),
    yBuckets: {
      ...buckets(take(panel, 'yBucketSize'), take(panel, 'yBucketNumber')),
      ...scale(yAxis['logBase']),
    },
  };
  options['color'] ??= color(objectOf(take(panel, 'color')));
  options['cellGap'] ??= numberOf(cards['cardPadding']) ?? 2;
  options['cellRadius'] ??= numberOf(cards['cardRound']) ?? 0;
  options['rowsFrame'] ??= { layout: layout(take(panel, 'yBucketBound')) };
  options['filterValues'] ??= take(panel, 'hideZeroBuckets') === true ? { le: 1e-9 } : { le: null };
  options['yAxis'] ??= assign(
    {
      axisPlacement: yAxis['show'] === false ? 'hidden' : 'left',
      reverse: take(panel, 'reverseYBuckets') === true,
    },
    {
      unit: textOf(yAxis['format']),
      decimals: numberOf(yAxis['decimals']),
      min: numberOf(yAxis['min']),
      max: numberOf(yAxis['max']),
    },
  );
  options['cellValues'] ??= assign({}, { decimals: numberOf(take(panel, 'tooltipDecimals')) });
  options['legend'] ??= { show: objectOf(take(panel, 'legend'))['show'] === true };
  options['tooltip'] ??= {
    mode: tooltip['show'] === false ? 'none' : 'single',
    yHistogram: tooltip['showHistogram'] === true,
  };
  options['showValue'] ??= 'never';
  options['exemplars'] ??= { color: 'rgba(255,0,255,0.7)' };
  if (!isObject(panel['fieldConfig'])) panel['fieldConfig'] = { defaults: {}, overrides: [] };
  drop(
    panel,
    'heatmap',
    'highlightCards',
    'xAxis',
    'tsBuckets',
    'buckets',
    'hideZeroBuckets',
    'legend',
    'color',
    ...OLD_KEYS,
  );
}

function buckets(size: unknown, count: unknown): JsonObject {
  const bySize = textOf(size);
  if (bySize !== undefined) return { mode: 'size', value: bySize };
  const byCount = textOf(count);
  return byCount === undefined ? {} : { mode: 'count', value: byCount };
}

function scale(base: unknown): JsonObject {
  const log = numberOf(base) ?? 1;
  return log > 1 ? { scale: { type: 'log', log } } : {};
}

function layout(bound: unknown): string {
  return bound === 'upper'
    ? 'le'
    : bound === 'lower'
      ? 'ge'
      : bound === 'middle'
        ? 'unknown'
        : 'auto';
}

/** Schemes were named after the functions that made them: `interpolateOranges`. */
function color(old: JsonObject): JsonObject {
  const scheme = (textOf(old['colorScheme']) ?? 'interpolateOranges').replace(/^interpolate/, '');
  const linear = old['colorScale'] === 'linear';
  return assign(
    {
      mode: old['mode'] === 'opacity' ? 'opacity' : 'scheme',
      scheme,
      fill: textOf(old['cardColor']) ?? 'dark-orange',
      scale: linear ? 'linear' : 'exponential',
      exponent: numberOf(old['exponent']) ?? 0.5,
      steps: 128,
      reverse: false,
    },
    { min: numberOf(old['min']), max: numberOf(old['max']) },
  );
}
