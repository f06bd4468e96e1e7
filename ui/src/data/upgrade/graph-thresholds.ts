/** Thresholds of the old graph: areas and lines at a value. */
import type { FieldConfigJson } from './fields';
import { isObject, numberOf, objectOf, objectsOf, take, textOf, type JsonObject } from './json';

const COLORS: Record<string, string> = { critical: 'red', warning: 'orange', ok: 'green' };

export function graphThresholds(panel: JsonObject, config: FieldConfigJson): void {
  const stored = [...objectsOf(take(panel, 'thresholds')), ...legacyThresholds(panel)];
  const known = stored.flatMap((threshold) => {
    const value = numberOf(threshold['value']);
    return value === undefined ? [] : [{ threshold, value }];
  });
  if (known.length === 0) return;
  known.sort((a, b) => a.value - b.value);
  const steps: { value: number | null; color: string }[] = [];
  for (const { threshold, value } of known) {
    const color = colorOf(threshold);
    if (threshold['op'] === 'lt') {
      // The area is below the value: it colours what came before and ends here.
      if (steps.length === 0) steps.push({ value: null, color });
      steps.push({ value, color: 'transparent' });
    } else {
      if (steps.length === 0) steps.push({ value: null, color: 'transparent' });
      steps.push({ value, color });
    }
  }
  config.defaults['thresholds'] = { mode: 'absolute', steps };
  const area = known.some(({ threshold }) => threshold['fill'] !== false);
  const line = known.some(({ threshold }) => threshold['line'] === true);
  if (!isObject(config.custom['thresholdsStyle'])) {
    config.custom['thresholdsStyle'] = {
      mode: area && line ? 'line+area' : line ? 'line' : 'area',
    };
  }
}

function colorOf(threshold: JsonObject): string {
  const mode = textOf(threshold['colorMode']) ?? 'critical';
  return COLORS[mode] ?? textOf(threshold['fillColor']) ?? textOf(threshold['lineColor']) ?? 'red';
}

/** Until schema 13: `grid.threshold1`, `grid.threshold2` and their colours. */
function legacyThresholds(panel: JsonObject): JsonObject[] {
  const grid = objectOf(panel['grid']);
  const first = numberOf(grid['threshold1']);
  const second = numberOf(grid['threshold2']);
  if (first === undefined) return [];
  const op = second !== undefined && second < first ? 'lt' : 'gt';
  const line = grid['thresholdLine'] === true;
  const one = (value: number | undefined, color: unknown): JsonObject[] =>
    value === undefined
      ? []
      : [{ value, op, colorMode: 'custom', fill: !line, line, fillColor: color, lineColor: color }];
  return [...one(first, grid['threshold1Color']), ...one(second, grid['threshold2Color'])];
}
