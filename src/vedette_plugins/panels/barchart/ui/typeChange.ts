import {
  keepOptions,
  LEGEND_LAYOUT,
  optionAt,
  TOOLTIP,
  VALUE_AXIS,
  type TypeChange,
} from '@vedette/sdk';

const OPTIONS = [...LEGEND_LAYOUT, 'legend.calcs', ...TOOLTIP, 'orientation', 'text.valueSize'];
const CUSTOM = [...VALUE_AXIS, 'transform'];

/** A time series stacks the series of a group, a bar chart all of them. */
export function onTypeChange(from: TypeChange) {
  const { options, fieldConfig } = keepOptions(from, OPTIONS, CUSTOM);
  const stacking = optionAt(from.fieldConfig, 'defaults.custom.stacking.mode');
  const isStacked = stacking === 'normal' || stacking === 'percent';
  return { options: isStacked ? { ...options, stacking } : options, fieldConfig };
}
