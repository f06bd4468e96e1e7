/** `seriesOverrides` of the old graph become overrides of fields. */
import { fixedColor, matcherFor, property, type FieldConfigJson } from './fields';
import { rightAxis } from './graph-axes';
import { numberOf, textOf, type JsonObject } from './json';

export function lineStyle(
  dashes: unknown,
  length: unknown,
  space: unknown,
): JsonObject | undefined {
  if (dashes !== true) return undefined;
  return { fill: 'dash', dash: [numberOf(length) ?? 10, numberOf(space) ?? 10] };
}

export function graphOverrides(overrides: JsonObject[], config: FieldConfigJson): void {
  for (const old of overrides) {
    const alias = textOf(old['alias']);
    if (alias === undefined) continue;
    const properties = Object.entries(old).flatMap(([key, value]) =>
      converted(key, value, old, config),
    );
    if (properties.length > 0) config.overrides.push({ matcher: matcherFor(alias), properties });
  }
}

function converted(
  key: string,
  value: unknown,
  old: JsonObject,
  config: FieldConfigJson,
): JsonObject[] {
  const number = numberOf(value);
  switch (key) {
    case 'color':
      return typeof value === 'string' ? [property('color', fixedColor(value))] : [];
    case 'lines':
      if (value === true) return [property('custom.drawStyle', 'line'), ...lineWidth(old)];
      return value === false && old['bars'] !== true ? [property('custom.lineWidth', 0)] : [];
    case 'bars':
      return value === true
        ? [property('custom.drawStyle', 'bars'), property('custom.fillOpacity', 100)]
        : [];
    case 'points':
      if (value === true && old['lines'] === false)
        return [property('custom.drawStyle', 'points'), property('custom.showPoints', 'always')];
      return [property('custom.showPoints', value === true ? 'always' : 'never')];
    case 'fill':
      return number === undefined ? [] : [property('custom.fillOpacity', number * 10)];
    case 'fillGradient':
      return [property('custom.gradientMode', number ? 'opacity' : 'none')];
    case 'linewidth':
      return number === undefined ? [] : [property('custom.lineWidth', number)];
    case 'pointradius':
      return number === undefined ? [] : [property('custom.pointSize', number * 2)];
    case 'yaxis':
      return number === 2 ? onTheRight(config) : [];
    case 'stack':
      return [property('custom.stacking', stacking(value, config))];
    case 'dashes': {
      const style = lineStyle(value, old['dashLength'], old['spaceLength']);
      return [property('custom.lineStyle', style ?? { fill: 'solid' })];
    }
    case 'steppedLine':
      return [property('custom.lineInterpolation', value === true ? 'stepAfter' : 'linear')];
    case 'nullPointMode':
      return [property('custom.spanNulls', value === 'connected')];
    case 'fillBelowTo':
      return [property('custom.fillBelowTo', value)];
    case 'transform':
      return value === 'negative-Y' ? [property('custom.transform', 'negative-Y')] : [];
    case 'hideTooltip':
    case 'legend':
    case 'hiddenSeries':
      return hidden(key, value);
    default:
      return [];
  }
}

function lineWidth(old: JsonObject): JsonObject[] {
  return old['linewidth'] === undefined ? [property('custom.lineWidth', 1)] : [];
}

function hidden(key: string, value: unknown): JsonObject[] {
  const hide = { legend: false, tooltip: false, viz: false };
  if (key === 'legend' && value === false)
    return [property('custom.hideFrom', { ...hide, legend: true })];
  if (key === 'hideTooltip' && value === true)
    return [property('custom.hideFrom', { ...hide, tooltip: true })];
  return key === 'hiddenSeries' && value === true
    ? [property('custom.hideFrom', { ...hide, viz: true })]
    : [];
}

/** What the right axis says goes to each series on it. */
function onTheRight(config: FieldConfigJson): JsonObject[] {
  const properties = Object.entries(rightAxis.get(config) ?? {});
  const placed = properties.some(([id]) => id === 'custom.axisPlacement');
  return [
    ...(placed ? [] : [property('custom.axisPlacement', 'right')]),
    ...properties.map(([id, value]) => property(id, value)),
  ];
}

/** A letter is a group of its own, `true` and `false` join and leave the common one. */
function stacking(value: unknown, config: FieldConfigJson): JsonObject {
  const common = config.custom['stacking'] as { mode?: string } | undefined;
  const mode = common?.mode && common.mode !== 'none' ? common.mode : 'normal';
  if (value === false) return { mode: 'none', group: 'A' };
  return { mode, group: typeof value === 'string' ? value : 'A' };
}
