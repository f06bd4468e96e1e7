/** What a panel keeps when its type changes. */
import { optionAt, withOption } from './options';
import type { TypeChange } from './panel';

type Kept = Pick<TypeChange, 'options' | 'fieldConfig'>;

const CUSTOM = 'custom.';

/**
 * Keeps the options at `paths` and, in `fieldConfig`, the standard options and the custom ones that
 * `custom` names by their first keys, overrides of them included. Only what is stored is taken.
 */
export function keepOptions(
  { options, fieldConfig }: TypeChange,
  paths: readonly string[] = [],
  custom: readonly string[] = [],
): Kept {
  const { custom: stored = {}, ...standard } = fieldConfig.defaults;
  const kept = pick(stored, custom);
  const isKept = (id: string) =>
    !id.startsWith(CUSTOM) || custom.includes(id.slice(CUSTOM.length).split('.')[0] ?? '');
  return {
    options: pick(options, paths),
    fieldConfig: {
      ...fieldConfig,
      defaults: Object.keys(kept).length > 0 ? { ...standard, custom: kept } : standard,
      overrides: fieldConfig.overrides.flatMap((override) => {
        const properties = override.properties.filter(({ id }) => isKept(id));
        return properties.length > 0 ? [{ ...override, properties }] : [];
      }),
    },
  };
}

/** The values at these paths, where there are any. */
function pick(from: object, paths: readonly string[]): Record<string, unknown> {
  return paths.reduce<Record<string, unknown>>((picked, path) => {
    const value = optionAt(from, path);
    return value === undefined ? picked : withOption(picked, path, value);
  }, {});
}

/** Options of legends and tooltips that all charts understand. */
export const LEGEND_LAYOUT = [
  'legend.showLegend',
  'legend.displayMode',
  'legend.placement',
  'legend.width',
];
export const TOOLTIP = ['tooltip.mode', 'tooltip.sort', 'tooltip.maxWidth', 'tooltip.maxHeight'];

/** Custom options of fields that every chart with a value axis has. */
export const VALUE_AXIS = [
  'axisPlacement',
  'axisLabel',
  'axisWidth',
  'axisGridShow',
  'axisColorMode',
  'axisBorderShow',
  'axisCenteredZero',
  'axisSoftMin',
  'axisSoftMax',
  'scaleDistribution',
  'thresholdsStyle',
  'hideFrom',
];

/** Options of panels that reduce fields to single values. */
export const SINGLE_VALUE = ['reduceOptions', 'orientation', 'text.titleSize', 'text.valueSize'];
