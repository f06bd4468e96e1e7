/** Colours of a chart: taken from the theme it is given, never read from the page. */
import type { Field } from '../data/frame';

export interface ChartTheme {
  mode: 'dark' | 'light';
  token(name: string): string;
  color(name: string): string;
  series(index: number): string;
}

export const axisFont = '11px "Geist Variable", "Inter Variable", system-ui, sans-serif';
export const labelFont = '12px "Geist Variable", "Inter Variable", system-ui, sans-serif';

/** The same font for drawing on the canvas, in device pixels. */
export function canvasFont(font: string, pxRatio: number): string {
  return font.replace(/(\d+(?:\.\d+)?)px/, (_, size: string) => `${Number(size) * pxRatio}px`);
}

export type Rgb = readonly [red: number, green: number, blue: number];

/** Reads `#rgb`, `#rrggbb(aa)` and `rgb()`/`rgba()`; undefined for any other notation. */
export function parseRgb(color: string): Rgb | undefined {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(color)?.[1];
  if (hex) {
    const long = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex;
    return [0, 2, 4].map((i) => parseInt(long.slice(i, i + 2), 16)) as unknown as Rgb;
  }
  const numbers = /^rgba?\(([^)]+)\)$/i
    .exec(color)?.[1]
    ?.split(/[\s,/]+/)
    .map(Number);
  if (numbers && numbers.length >= 3) return [numbers[0], numbers[1], numbers[2]] as unknown as Rgb;
  return undefined;
}

/**
 * Text that can be read on this background: near black on light colours, near white on dark ones.
 */
export function textOn(background: string): string {
  const rgb = parseRgb(background);
  if (!rgb) return '#f4f5f8';
  return (rgb[0] * 299 + rgb[1] * 587 + rgb[2] * 114) / 1000 > 140 ? '#10131a' : '#f4f5f8';
}

/** `color` with this opacity, 0..1. Opacity the colour already has is replaced. */
export function alpha(color: string, opacity: number): string {
  const rgb = parseRgb(color);
  if (rgb) return `rgba(${rgb.join(',')},${Math.round(opacity * 1000) / 1000})`;
  if (color === 'transparent') return color;
  return `color-mix(in srgb, ${color} ${Math.round(opacity * 100)}%, transparent)`;
}

/** The colour `share` (0..1) of the way from one to another. */
export function mix(from: string, to: string, share: number): string {
  const a = parseRgb(from);
  const b = parseRgb(to);
  if (!a || !b) return share < 0.5 ? from : to;
  return `rgb(${a.map((channel, i) => Math.round(channel + ((b[i] as number) - channel) * share)).join(',')})`;
}

/** `count` colours along the stops, ends included. */
export function ramp(stops: readonly string[], count: number): string[] {
  const last = stops.length - 1;
  return Array.from({ length: count }, (_, i) => {
    const position = count > 1 ? (i / (count - 1)) * last : last;
    const stop = Math.min(Math.max(0, last - 1), Math.floor(position));
    return mix(stops[stop] ?? '#000', stops[stop + 1] ?? stops[stop] ?? '#000', position - stop);
  });
}

/** The one colour of a series, as its configuration or the palette says. */
export function seriesColor(field: Field, theme: ChartTheme): string {
  return field.color ?? theme.series(field.seriesIndex ?? 0);
}
