import {
  keepOptions,
  LEGEND_LAYOUT,
  optionAt,
  TOOLTIP,
  VALUE_AXIS,
  withOption,
  type TypeChange,
} from '@vedette/sdk';

const OPTIONS = [...LEGEND_LAYOUT, 'legend.calcs', ...TOOLTIP, 'timezone'];
const CUSTOM = [...VALUE_AXIS, 'spanNulls', 'insertNulls', 'transform'];

/** A bar chart stacks all series, a time series those of a group. */
export function onTypeChange(from: TypeChange) {
  const { options, fieldConfig } = keepOptions(from, OPTIONS, CUSTOM);
  const mode = optionAt(from.options, 'stacking');
  return {
    options,
    fieldConfig:
      mode === 'normal' || mode === 'percent'
        ? withOption(fieldConfig, 'defaults.custom.stacking', { mode, group: 'A' })
        : fieldConfig,
  };
}
