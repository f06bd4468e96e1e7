import type { DataSummary, Suggestion } from '@vedette/sdk';

const MANY_POINTS = 200;
const FEW_POINTS = 100;

export function suggest(summary: DataSummary): Suggestion[] {
  const { times, numbers, rows, longest, isOverTime, hasBuckets, hasStates } = summary;
  if (!times || !numbers || rows < 2 || !isOverTime) return [];
  const isBest = !hasBuckets && !hasStates && summary.preferred !== 'table';
  const few = rows / numbers < FEW_POINTS;
  return [
    { name: 'Lines', score: isBest ? 'best' : 'good' },
    ...(longest < MANY_POINTS ? [drawn('Smooth lines', { lineInterpolation: 'smooth' })] : []),
    ...(numbers === 1 ? single(few) : stacked(few)),
  ];
}

function single(few: boolean): Suggestion[] {
  return [
    drawn('Area', { fillOpacity: 25 }),
    drawn('Lines colored by value', { gradientMode: 'scheme' }, 'continuous-GrYlRd'),
    ...(few
      ? [
          drawn('Bars', { ...BARS, gradientMode: 'hue' }),
          drawn('Bars colored by value', { ...BARS, gradientMode: 'scheme' }, 'continuous-GrYlRd'),
        ]
      : []),
  ];
}

function stacked(few: boolean): Suggestion[] {
  return (['normal', 'percent'] as const).flatMap((mode) => {
    const stacking = { mode, group: 'A' };
    const share = mode === 'percent' ? ' to 100%' : '';
    return [
      drawn(`Area stacked${share}`, { fillOpacity: 25, stacking }),
      ...(few ? [drawn(`Bars stacked${share}`, { ...BARS, stacking })] : []),
    ];
  });
}

const BARS = { drawStyle: 'bars', fillOpacity: 100 };

function drawn(name: string, custom: Record<string, unknown>, mode?: string): Suggestion {
  return {
    name,
    score: 'good',
    fieldConfig: { defaults: { ...(mode ? { color: { mode } } : {}), custom } },
  };
}
