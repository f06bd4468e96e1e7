import type { DataSummary, Suggestion } from '@vedette/sdk';

export function suggest({ rows, times, strings, hasLogs, hasTrace }: DataSummary): Suggestion[] {
  if (!rows || !times || !strings || hasTrace) return [];
  const score = hasLogs ? 'best' : 'ok';
  return [{ name: 'Logs', score, options: { showTime: true, wrapLogMessage: true } }];
}
