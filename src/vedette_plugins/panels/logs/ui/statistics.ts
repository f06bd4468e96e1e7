/** How often each value of a field is found in the shown lines. */
import { valueOf } from './fields';
import type { LogLine } from './lines';

export interface ValueShare {
  value: string;
  count: number;
  /** 0..1 of the lines that have the field. */
  share: number;
}

export interface FieldStatistics {
  lines: number;
  /** Lines that have the field. */
  present: number;
  top: ValueShare[];
  /** Values and lines beyond the top ones. */
  otherValues: number;
  otherLines: number;
}

export function statisticsOf(name: string, lines: readonly LogLine[], most = 5): FieldStatistics {
  const counts = new Map<string, number>();
  let present = 0;
  for (const line of lines) {
    const value = valueOf(line, name);
    if (value === undefined) continue;
    present += 1;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const ranked = [...counts].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
  const top = ranked
    .slice(0, most)
    .map(([value, count]) => ({ value, count, share: count / present }));
  return {
    lines: lines.length,
    present,
    top,
    otherValues: ranked.length - top.length,
    otherLines: present - top.reduce((sum, { count }) => sum + count, 0),
  };
}
