/** A table of series: labels beside a column of small charts. */
import type { Field, Frame } from '../frame';
import { reduceField } from '../reduce';
import { makeField, makeFrame, optionsOf, textOption, type Transform } from './context';
import { multi } from './time-series';

/** A cell of a trend column: the series itself, and the number it is sorted and shown by. */
export interface Trend extends Frame {
  value: number | null;
}

/** One table a query; the column `Trend #A` holds frames. */
export const timeSeriesTable: Transform = (frames, options) => {
  const byQuery = new Map<string, Frame[]>();
  const others: Frame[] = [];
  for (const frame of frames) {
    const refId = frame.refId ?? '';
    const series = multi(frame, textOption(optionsOf(options[refId])['timeField']));
    if (series.length === 0) {
      others.push(frame);
      continue;
    }
    byQuery.set(refId, [...(byQuery.get(refId) ?? []), ...series]);
  }
  return [
    ...others,
    ...[...byQuery].map(([refId, series]) =>
      table(refId, series, textOption(optionsOf(options[refId])['stat'], 'lastNotNull')),
    ),
  ];
};

function table(refId: string, series: Frame[], stat: string): Frame {
  const valueOf = (frame: Frame): Field | undefined => frame.fields[1];
  const keys = [...new Set(series.flatMap((frame) => Object.keys(valueOf(frame)?.labels ?? {})))];
  const columns = keys.map((key) =>
    makeField(
      key,
      'string',
      series.map((frame) => valueOf(frame)?.labels?.[key] ?? ''),
    ),
  );
  const trends = series.map((frame): Trend => {
    const value = valueOf(frame);
    return { ...frame, value: value ? reduceField(value, stat) : null };
  });
  const { displayName: _a, displayNameFromDS: _b, ...config } = series[0]?.fields[1]?.config ?? {};
  return makeFrame(
    [...columns, makeField(refId ? `Trend #${refId}` : 'Trend', 'other', trends, config)],
    {
      refId,
    },
  );
}
