/** Colours of values and series, by the mode a field stores. */
import type { Field, FieldConfig, ThresholdsConfig, ThresholdStep } from '../frame';
import { reduceField } from '../reduce';
import type { FieldContext } from './context';

const DEFAULT_THRESHOLDS: ThresholdsConfig = {
  mode: 'absolute',
  steps: [
    { color: 'green', value: null },
    { color: 'red', value: 80 },
  ],
};

/** From the lowest to the highest value; ramps of one hue start where the panel ends. */
const RAMPS: Record<string, readonly string[]> = {
  'continuous-GrYlRd': ['green', 'yellow', 'red'],
  'continuous-RdYlGr': ['red', 'yellow', 'green'],
  'continuous-BlYlRd': ['dark-blue', 'super-light-yellow', 'dark-red'],
  'continuous-YlRd': ['super-light-yellow', 'dark-red'],
  'continuous-BlPu': ['blue', 'purple'],
  'continuous-YlBl': ['super-light-yellow', 'dark-blue'],
  'continuous-blues': ['--bg-panel', 'dark-blue'],
  'continuous-reds': ['--bg-panel', 'dark-red'],
  'continuous-greens': ['--bg-panel', 'dark-green'],
  'continuous-purples': ['--bg-panel', 'dark-purple'],
  'continuous-viridis': ['#440154', '#3b528b', '#21918c', '#5ec962', '#fde725'],
  'continuous-magma': ['#000004', '#51127c', '#b73779', '#fc8961', '#fcfdbf'],
  'continuous-plasma': ['#0d0887', '#7e03a8', '#cc4778', '#f89540', '#f0f921'],
  'continuous-inferno': ['#000004', '#57106e', '#bc3754', '#f98e09', '#fcffa4'],
  'continuous-cividis': ['#00224e', '#575d6d', '#7d7c78', '#bcae6c', '#fee838'],
};

/** Every colour mode that stored options may hold. */
export const colorModes: readonly string[] = [
  'fixed',
  'shades',
  'thresholds',
  'palette-classic',
  'palette-classic-by-name',
  ...Object.keys(RAMPS),
];

export type ColorOf = (value: number, percent: number | undefined) => string;

export interface FieldColors {
  /** The colour of one value; `percent` is its place between min and max. */
  at: ColorOf;
  /** Whether values of one field differ in colour. */
  byValue: boolean;
}

/** True is green and false is red, unless a ramp gives them its ends. */
export function booleanColors(
  config: FieldConfig,
  colors: FieldColors,
  ctx: FieldContext,
): ColorOf {
  if (RAMPS[config.color?.mode ?? ctx.defaultColorMode ?? ''])
    return (value) => colors.at(value, value);
  return (value) => ctx.themeColor(value ? 'green' : 'red');
}

export function fieldColors(
  config: FieldConfig,
  name: string,
  seriesIndex: number,
  ctx: FieldContext,
): FieldColors {
  const mode = config.color?.mode ?? ctx.defaultColorMode ?? 'thresholds';
  const constant = (color: string): FieldColors => ({ at: () => color, byValue: false });
  const ramp = RAMPS[mode];
  if (ramp) return { at: rampOf(ramp.map((stop) => ctx.themeColor(stop))), byValue: true };
  switch (mode) {
    case 'fixed':
      return constant(ctx.themeColor(config.color?.fixedColor ?? 'text'));
    case 'shades':
      return constant(shade(ctx.themeColor(config.color?.fixedColor ?? 'green'), seriesIndex));
    case 'palette-classic':
      return constant(ctx.series(seriesIndex));
    case 'palette-classic-by-name':
      return constant(ctx.series(hash(name) % 64));
    default:
      // Palettes that later versions added are drawn with ours.
      if (mode.startsWith('palette-')) return constant(ctx.series(seriesIndex));
      return { at: byThreshold(config.thresholds ?? DEFAULT_THRESHOLDS, ctx), byValue: true };
  }
}

/** The colour of the whole field: where values differ, that of its last, smallest or largest. */
export function seriesColor(
  field: Pick<Field, 'values' | 'type'>,
  config: FieldConfig,
  colors: FieldColors,
  percentOf: (value: number) => number | undefined,
): string {
  if (!colors.byValue) return colors.at(0, 0);
  const value = reduceField(field, config.color?.seriesBy ?? 'last') ?? NaN;
  return colors.at(value, percentOf(value));
}

export function activeStep(
  thresholds: ThresholdsConfig,
  value: number,
  percent: number | undefined,
): ThresholdStep | undefined {
  const measured = thresholds.mode === 'percentage' ? (percent ?? NaN) * 100 : value;
  let active = thresholds.steps[0];
  for (const step of thresholds.steps) {
    if (step.value === null || step.value === undefined || measured >= step.value) active = step;
    else break;
  }
  return active;
}

function byThreshold(thresholds: ThresholdsConfig, ctx: FieldContext): ColorOf {
  const sorted = {
    ...thresholds,
    steps: thresholds.steps.toSorted((a, b) => (a.value ?? -Infinity) - (b.value ?? -Infinity)),
  };
  const css = new Map<string, string>();
  return (value, percent) => {
    const name = activeStep(sorted, value, percent)?.color ?? 'text';
    let color = css.get(name);
    if (color === undefined) css.set(name, (color = ctx.themeColor(name)));
    return color;
  };
}

type Rgb = readonly [number, number, number];

/** `#rgb`, `#rrggbb` and `rgb(r, g, b)`; anything else has no channels to mix. */
function parseColor(css: string): Rgb | undefined {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(css.trim())?.[1];
  if (hex && hex.length < 6) {
    const [r = '0', g = '0', b = '0'] = hex;
    return [parseInt(r + r, 16), parseInt(g + g, 16), parseInt(b + b, 16)];
  }
  if (hex)
    return [
      parseInt(hex.slice(0, 2), 16),
      parseInt(hex.slice(2, 4), 16),
      parseInt(hex.slice(4, 6), 16),
    ];
  const rgb = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/i.exec(css.trim());
  return rgb ? [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])] : undefined;
}

function mix(from: string, to: string, share: number): string {
  const a = parseColor(from);
  const b = parseColor(to);
  if (!a || !b) return share < 0.5 ? from : to;
  const [r, g, blue] = a.map((channel, i) =>
    Math.round(channel + ((b[i] ?? channel) - channel) * share),
  );
  return `rgb(${r}, ${g}, ${blue})`;
}

function rampOf(stops: readonly string[]): ColorOf {
  const last = stops.length - 1;
  return (_value, percent) => {
    const place = Math.min(Math.max(percent ?? 0, 0), 1) * last;
    const index = Math.min(Math.floor(place), last - 1);
    return mix(stops[index] ?? '', stops[index + 1] ?? '', place - index);
  };
}

/** Neighbouring series get lighter and darker forms of one colour. */
function shade(color: string, index: number): string {
  if (index === 0) return color;
  const step = Math.ceil((index % 8) / 2) * 0.18;
  return mix(color, index % 2 === 1 ? '#ffffff' : '#000000', step);
}

function hash(text: string): number {
  let value = 0;
  for (let i = 0; i < text.length; i += 1)
    value = (Math.imul(value, 31) + text.charCodeAt(i)) >>> 0;
  return value;
}
