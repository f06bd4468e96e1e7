import type { DataSummary, Suggestion } from '@vedette/sdk';

const MANY_SERIES = 20;

export function suggest({ hasBuckets, isOverTime, numbers }: DataSummary): Suggestion[] {
  if (hasBuckets) return [{ name: 'Heatmap', score: 'best' }];
  if (!isOverTime || numbers < MANY_SERIES) return [];
  return [{ name: 'Distribution of the series', score: 'ok', options: { calculate: true } }];
}
