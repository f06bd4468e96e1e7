import type { DataSummary, Suggestion } from '@vedette/sdk';

const MOST_FIELDS = 50;
const MOST_ROWS = 30;

export function suggest({
  frames,
  rows,
  numbers,
  strings,
  isInstant,
  isOneValue,
}: DataSummary): Suggestion[] {
  if (!rows || !numbers || numbers > MOST_FIELDS) return [];
  const perRow = strings > 0 && frames === 1 && rows < MOST_ROWS;
  return (['basic', 'lcd'] as const).map((displayMode) => ({
    name: displayMode === 'lcd' ? 'Retro LCD' : 'Basic',
    score: isInstant && !isOneValue ? 'good' : 'ok',
    options: {
      displayMode,
      orientation: 'horizontal',
      ...(perRow ? { reduceOptions: { values: true } } : {}),
    },
    fieldConfig: { defaults: { color: { mode: 'continuous-GrYlRd' } } },
  }));
}
