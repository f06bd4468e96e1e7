import type { DataSummary, Suggestion } from '@vedette/sdk';

const MOST_ROWS = 30;

export function suggest({
  times,
  numbers,
  strings,
  booleans,
  enums,
  hasLogs,
  hasStates,
  isOverTime,
}: DataSummary): Suggestion[] {
  const values = numbers + strings + booleans + enums;
  if (!times || !isOverTime || !values || numbers >= MOST_ROWS || hasLogs) return [];
  return [{ name: 'State timeline', score: hasStates ? 'best' : 'ok' }];
}
