import type { DataSummary, Suggestion } from '@vedette/sdk';

const MOST_SLICES = 30;

export function suggest({ frames, rows, numbers, strings, isInstant }: DataSummary): Suggestion[] {
  const perRow = strings > 0 && frames === 1;
  const slices = perRow ? rows : numbers;
  if (!numbers || !rows || slices < 2 || slices > MOST_SLICES) return [];
  return (['pie', 'donut'] as const).map((pieType) => ({
    name: pieType === 'pie' ? 'Pie' : 'Donut',
    score: isInstant ? 'good' : 'ok',
    options: { pieType, ...(perRow ? { reduceOptions: { values: true } } : {}) },
  }));
}
