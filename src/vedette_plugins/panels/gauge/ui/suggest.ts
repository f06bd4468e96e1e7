import type { DataSummary, Suggestion } from '@vedette/sdk';

const MOST_FIELDS = 50;
const MOST_ROWS = 10;

export function suggest({
  frames,
  rows,
  numbers,
  strings,
  isInstant,
  isOneValue,
}: DataSummary): Suggestion[] {
  if (!rows || !numbers || numbers >= MOST_FIELDS) return [];
  const perRow = strings > 0 && frames === 1 && rows < MOST_ROWS;
  const options = perRow ? { reduceOptions: { values: true } } : {};
  return [
    {
      name: 'With thresholds',
      score: isOneValue || (isInstant && perRow) ? 'good' : 'ok',
      options,
      fieldConfig: { defaults: { thresholds: LEVELS } },
    },
    {
      name: 'Without thresholds',
      score: 'ok',
      options: { ...options, showThresholdMarkers: false },
    },
  ];
}

const LEVELS = {
  mode: 'percentage' as const,
  steps: [
    { value: null, color: 'green' },
    { value: 70, color: 'orange' },
    { value: 85, color: 'red' },
  ],
};
