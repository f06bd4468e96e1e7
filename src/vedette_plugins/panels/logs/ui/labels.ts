import type { Labels } from '@vedette/sdk';
import { LEVEL_LABELS } from './level';
import type { LogLine } from './lines';

/** Labels that all lines have with the same value: said once, above the lines. */
export function commonLabels(lines: readonly LogLine[]): Labels {
  const [first, ...rest] = lines;
  if (!first || rest.length === 0) return {};
  const common = new Map(Object.entries(first.labels));
  for (const { labels } of rest) {
    for (const [key, value] of common) if (labels[key] !== value) common.delete(key);
    if (common.size === 0) break;
  }
  return Object.fromEntries(common);
}

/** What is left of a line's labels once the common ones and the level are said. */
export function ownLabels(labels: Labels, common: Labels): [key: string, value: string][] {
  return Object.entries(labels).filter(
    ([key, value]) => common[key] !== value && !LEVEL_LABELS.includes(key),
  );
}
