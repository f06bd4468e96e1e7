import type { DataSummary, Suggestion } from '@vedette/sdk';

export function suggest({
  rows,
  isOverTime,
  isOneValue,
  strings,
  preferred,
}: DataSummary): Suggestion[] {
  const isTable = preferred === 'table' || (strings > 1 && !isOverTime);
  const score = isTable ? 'best' : isOverTime || isOneValue || !rows ? 'ok' : 'good';
  return [{ name: 'Table', score }];
}
