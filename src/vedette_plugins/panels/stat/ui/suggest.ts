import type { DataSummary, Suggestion } from '@vedette/sdk';

const MOST_ROWS = 10;

export function suggest(summary: DataSummary): Suggestion[] {
  const { frames, rows, numbers, strings, times, isInstant, isOneValue } = summary;
  if (!rows) return [];
  if (strings && numbers && frames === 1 && rows < MOST_ROWS)
    return pair({ values: true, fields: '/.*/' }, isInstant ? 'good' : 'ok');
  if (strings === 1 && !numbers && !times && rows === 1)
    return [
      { name: 'Text', score: 'best', options: { reduceOptions: { values: true, fields: '/.*/' } } },
    ];
  if (isOneValue) return pair({ calcs: ['lastNotNull'] }, 'best');
  return numbers ? pair({ calcs: ['lastNotNull'] }, times ? 'good' : 'ok') : [];
}

function pair(reduceOptions: object, score: Suggestion['score']): Suggestion[] {
  return (['value', 'background'] as const).map((colorMode, index) => ({
    name: colorMode === 'value' ? 'Colored value' : 'Colored background',
    score: index === 0 || score !== 'best' ? score : 'good',
    options: { reduceOptions, colorMode },
    fieldConfig: { defaults: { unit: 'short' } },
  }));
}
