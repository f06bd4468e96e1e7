import {
  colorsByThreshold,
  thresholdStates,
  type ChartTheme,
  type LegendItem,
  type StateRow,
} from '@vedette/sdk';

/** More states than this explain nothing: their text stands in the blocks. */
const stateLimit = 24;

/** The states that occur, or the steps of the thresholds where numbers are coloured by them. */
export function stateItems(rows: readonly StateRow[], theme: ChartTheme): LegendItem[] {
  const items = new Map<string, LegendItem>();
  const add = (name: string, color: string) => {
    const key = `${name}/${color}`;
    if (!items.has(key)) items.set(key, { id: key, name, color, values: [] });
  };
  for (const { field, spans } of rows) {
    if (colorsByThreshold(field)) {
      for (const step of thresholdStates(field)) add(step.text, theme.color(step.color));
    } else if (field.type !== 'number' || field.config.mappings?.length) {
      for (const span of spans) add(span.text, span.color);
    }
  }
  return items.size > stateLimit ? [] : [...items.values()];
}
