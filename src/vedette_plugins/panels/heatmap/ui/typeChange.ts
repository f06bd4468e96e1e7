import { keepOptions, optionAt, withOption, type TypeChange } from '@vedette/sdk';

const OPTIONS = ['tooltip.maxWidth', 'tooltip.maxHeight', 'tooltip.mode'];

/** What charts store under the field configuration, and a heatmap in its options. */
const MOVED = [
  ['defaults.custom.axisPlacement', 'yAxis.axisPlacement', ['left', 'right', 'hidden']],
  ['defaults.custom.axisLabel', 'yAxis.axisLabel'],
  ['defaults.custom.axisWidth', 'yAxis.axisWidth'],
] as const;

export function onTypeChange(from: TypeChange) {
  const kept = keepOptions(from, OPTIONS, ['hideFrom']);
  const showLegend = optionAt(from.options, 'legend.showLegend');
  let { options } = kept;
  if (showLegend !== undefined) options = withOption(options, 'legend.show', showLegend);
  for (const [source, target, known] of MOVED) {
    const value = optionAt(from.fieldConfig, source);
    const isKnown = !known || known.some((each) => each === value);
    if (value !== undefined && isKnown) options = withOption(options, target, value);
  }
  return { ...kept, options };
}
