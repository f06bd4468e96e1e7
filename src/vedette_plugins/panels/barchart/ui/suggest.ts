import type { DataSummary, Suggestion } from '@vedette/sdk';

const MOST_ROWS = 50;

export function suggest(summary: DataSummary): Suggestion[] {
  const { frames, numbers, strings, rows } = summary;
  const hasOwnPanel = summary.hasTrace || summary.hasNodeGraph || summary.hasLogs;
  if (frames !== 1 || !numbers || !strings || !rows || rows > MOST_ROWS || hasOwnPanel) return [];
  const isBest = !summary.isOverTime && rows > 1;
  const stackings = numbers > 1 ? (['none', 'normal', 'percent'] as const) : (['none'] as const);
  return (['vertical', 'horizontal'] as const).flatMap((orientation) =>
    stackings.map((stacking): Suggestion => {
      const isPlain = orientation === 'vertical' && stacking === 'none';
      return {
        name: WORDS[orientation] + WORDS[stacking],
        score: isPlain && isBest ? 'best' : 'good',
        options: {
          orientation,
          stacking,
          showValue: 'never',
          legend: { placement: 'right' },
        },
        fieldConfig: { defaults: { unit: 'short' } },
      };
    }),
  );
}

const WORDS = {
  vertical: 'Columns',
  horizontal: 'Rows',
  none: '',
  normal: ', stacked',
  percent: ', stacked to 100%',
};
