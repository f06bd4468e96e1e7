/** The parts of the pie: what each is called, its colour and its share. */
import {
  formatted,
  pieSlices,
  reduceForDisplay,
  resolveOptions,
  type ChartTheme,
  type Frame,
  type ReducedValue,
  type Slice,
} from '@vedette/sdk';
import { fieldOptions, type Options } from './options';

export interface Part {
  id: string;
  name: string;
  color: string;
  text: string;
  numeric: number;
  source: ReducedValue;
  inLegend: boolean;
  inTooltip: boolean;
}

export type PieSlice = Slice<Part> & { percent: string };

export function pieParts(frames: readonly Frame[], options: Options, theme: ChartTheme): Part[] {
  const data = frames.filter((frame) => frame.meta?.dataTopic !== 'annotations');
  const seen = new Map<string, number>();
  return reduceForDisplay(data, options.reduceOptions).map((source, i) => {
    const { hideFrom } = resolveOptions(fieldOptions, source.field.config.custom);
    const times = seen.get(source.name) ?? 0;
    seen.set(source.name, times + 1);
    return {
      id: times ? `${source.name} ${times + 1}` : source.name,
      name: source.name,
      color: source.value.color ?? source.field.color ?? theme.series(i),
      text: formatted(source.value),
      numeric: source.numeric,
      source,
      inLegend: !hideFrom.legend,
      inTooltip: !hideFrom.tooltip,
    };
  });
}

/** Slices of the visible parts, largest first unless asked otherwise. */
export function slices(parts: readonly Part[], sort: Options['sort']): PieSlice[] {
  const ordered = [...parts].filter((part) => part.numeric > 0);
  if (sort !== 'none')
    ordered.sort((a, b) => (sort === 'asc' ? a.numeric - b.numeric : b.numeric - a.numeric));
  return pieSlices(ordered, (part) => part.numeric).map((slice) => ({
    ...slice,
    percent: percentText(slice.share),
  }));
}

/** Whole percents, with a decimal below ten; a share too small for that is still not nothing. */
export function percentText(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '<0.1%';
  return `${percent < 10 && percent > 0 ? percent.toFixed(1).replace(/\.0$/, '') : Math.round(percent)}%`;
}
