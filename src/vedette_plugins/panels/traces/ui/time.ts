/** Durations as people read them, and the marks of a ruler. */
import { formatted, formatValue } from '@vedette/sdk';

/** The part of the trace that is in view, in milliseconds since its start. */
export interface View {
  from: number;
  to: number;
}

export function durationText(milliseconds: number): string {
  if (milliseconds === 0) return '0 ms';
  const decimals = milliseconds >= 1000 || milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0;
  return formatted(formatValue(milliseconds, 'ms', decimals))
    .replace(/(\.\d*?)0+(?= )/, '$1')
    .replace(/\.(?= )/, '');
}

/** Round marks inside the view, about `count` of them. */
export function rulerMarks({ from, to }: View, count: number): number[] {
  const length = to - from;
  if (!(length > 0)) return [from];
  const rough = length / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const marks: number[] = [];
  for (let index = Math.ceil(from / step); index * step <= to; index++) marks.push(index * step);
  return marks;
}

/** Share of the view, in percent; may lie outside of 0..100. */
export function percentIn({ from, to }: View, offset: number): number {
  return to > from ? ((offset - from) / (to - from)) * 100 : 0;
}

/** Kept inside the trace and never narrower than a millionth of it. */
export function clampedView(view: View, length: number): View {
  const least = length / 1_000_000;
  const width = Math.min(length, Math.max(least, view.to - view.from));
  const from = Math.min(Math.max(0, view.from), length - width);
  return { from, to: from + width };
}

export function zoomed(
  view: View,
  factor: number,
  length: number,
  around = (view.from + view.to) / 2,
): View {
  return clampedView(
    { from: around - (around - view.from) * factor, to: around + (view.to - around) * factor },
    length,
  );
}

export function shifted(view: View, share: number, length: number): View {
  const by = (view.to - view.from) * share;
  return clampedView({ from: view.from + by, to: view.to + by }, length);
}
