/** Axes of the old graph: units, limits, labels and scales, left and right. */
import type { FieldConfigJson } from './fields';
import {
  assign,
  isObject,
  numberOf,
  objectOf,
  objectsOf,
  take,
  textOf,
  type JsonObject,
} from './json';

/** What the fields of one axis share, by the id of the property. */
export type AxisProperties = Record<string, unknown>;

/** The left axis becomes the defaults; the right one is kept for the overrides that name it. */
export function graphAxes(panel: JsonObject, config: FieldConfigJson): void {
  legacyAxes(panel);
  const [left, right] = objectsOf(take(panel, 'yaxes'));
  const decimals = numberOf(take(panel, 'decimals'));
  const defaults = axisProperties(left ?? {});
  for (const [id, value] of Object.entries(defaults)) {
    if (id.startsWith('custom.')) config.custom[id.slice(7)] ??= value;
    else config.defaults[id] ??= value;
  }
  if (decimals !== undefined) config.defaults['decimals'] = decimals;
  if (objectOf(panel['xaxis'])['show'] === false) config.custom['axisGridShow'] ??= true;
  rightAxis.set(config, axisProperties(right ?? {}));
}

/** The right axis of the panel that is being read. */
export const rightAxis = new WeakMap<FieldConfigJson, AxisProperties>();

function axisProperties(axis: JsonObject): AxisProperties {
  const base = numberOf(axis['logBase']) ?? 1;
  const properties = assign(
    {},
    {
      unit: textOf(axis['format']),
      min: limit(axis['min']),
      max: limit(axis['max']),
      decimals: numberOf(axis['decimals']),
      'custom.axisLabel': textOf(axis['label']),
      'custom.axisPlacement': axis['show'] === false ? 'hidden' : undefined,
      'custom.scaleDistribution': base > 1 ? { type: 'log', log: base === 2 ? 2 : 10 } : undefined,
    },
  );
  return properties;
}

/**
 * `~10` meant about ten, which is what a soft limit is; it is kept as a hard one only where it is a
 * number.
 */
function limit(value: unknown): number | undefined {
  return typeof value === 'string' && /^[~<>=]/.test(value) ? undefined : numberOf(value);
}

/** Until schema 12 the axes were spread over many keys. */
function legacyAxes(panel: JsonObject): void {
  const formats = take(panel, 'y_formats');
  const grid = objectOf(panel['grid']);
  const legacy =
    Array.isArray(formats) ||
    'leftMax' in grid ||
    'leftYAxisLabel' in panel ||
    'rightYAxisLabel' in panel;
  if (!legacy || Array.isArray(panel['yaxes'])) {
    take(panel, 'x-axis');
    take(panel, 'y-axis');
    return;
  }
  const show = take(panel, 'y-axis') !== false;
  const one = (side: 'left' | 'right', index: number): JsonObject => ({
    format: Array.isArray(formats) ? formats[index] : undefined,
    label: take(panel, `${side}YAxisLabel`),
    logBase: grid[`${side}LogBase`],
    min: grid[`${side}Min`],
    max: grid[`${side}Max`],
    show,
  });
  panel['yaxes'] = [one('left', 0), one('right', 1)];
  const x = take(panel, 'x-axis');
  if (!isObject(panel['xaxis'])) panel['xaxis'] = { show: x !== false };
}
