/** The settings of a panel after its type has changed. */
import type { FieldColor } from '../data';
import type { ColorSupport } from '../sdk/options';
import type { PanelDefinition, TypeChange } from '../sdk/panel';
import { keepOptions } from '../sdk/typeChange';

/**
 * What `target` keeps of a panel of another type. Everything that is not returned starts from the
 * defaults of the new type.
 */
export function changedType(
  from: TypeChange,
  target: PanelDefinition,
): Pick<TypeChange, 'options' | 'fieldConfig'> {
  const { options, fieldConfig } = target.onTypeChange?.(from) ?? keepOptions(from);
  const { color } = fieldConfig.defaults;
  const { disable = [], color: support = {} } = target.standard ?? {};
  if (!color || disable === 'all' || disable.includes('color')) return { options, fieldConfig };
  const defaults = { ...fieldConfig.defaults, color: colorFor(color, support) };
  return { options, fieldConfig: { ...fieldConfig, defaults } };
}

/** A scheme that the new type cannot draw gives way to the one it starts with. */
function colorFor(
  color: FieldColor,
  { byValue, bySeries, preferThresholds }: ColorSupport,
): FieldColor {
  const isByValue = color.mode === 'thresholds' || color.mode.startsWith('continuous-');
  if (isByValue) return byValue && !bySeries ? color : { mode: 'palette-classic' };
  const isFixed = color.mode === 'fixed' || color.mode === 'shades';
  return preferThresholds && !isFixed ? { mode: 'thresholds' } : color;
}
