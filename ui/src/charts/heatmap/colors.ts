/** Colours of heatmap cells. */
import { alpha, parseRgb, ramp, type ChartTheme } from '../theme';

export interface HeatmapColor {
  mode: 'opacity' | 'scheme' | string;
  scheme: string;
  fill: string;
  scale: 'linear' | 'exponential' | string;
  exponent: number;
  steps: number;
  reverse: boolean;
  min: number | null;
  max: number | null;
}

/**
 * Schemes that run from light to dark; on a dark panel they are turned round, so that low counts
 * recede.
 */
const sequential: Record<string, string[]> = {
  Oranges: ['#fff3e6', '#fdd0a2', '#fd9243', '#d94a05', '#7f2704'],
  Blues: ['#f2f7fd', '#c3dbee', '#6aaed6', '#2070b4', '#08306b'],
  Greens: ['#f2faef', '#c5e8be', '#73c476', '#228a44', '#00441b'],
  Greys: ['#fafafa', '#d8d8d8', '#969696', '#525252', '#0b0b0b'],
  Purples: ['#f8f7fb', '#d9d9ea', '#9e9ac8', '#6a50a2', '#3f007d'],
  Reds: ['#fff1ea', '#fcba9f', '#fb6a4a', '#ca1a1f', '#67000d'],
  BuGn: ['#f2fafb', '#c9ebe4', '#65c2a3', '#228b45', '#00441b'],
  BuPu: ['#f3f9fb', '#bed2e5', '#8c95c6', '#88409c', '#4d004b'],
  GnBu: ['#f3fbee', '#cbead0', '#7accc4', '#2a8bbd', '#084081'],
  OrRd: ['#fff4e8', '#fdd29d', '#fc8c59', '#d62f1f', '#7f0000'],
  PuBu: ['#fbf5fa', '#cfd0e5', '#73a8ce', '#0470b0', '#023858'],
  PuBuGn: ['#fbf5fa', '#cfd0e5', '#66a8ce', '#02818a', '#014636'],
  PuRd: ['#f5f2f8', '#d3b8d9', '#df64af', '#cd1255', '#67001f'],
  RdPu: ['#fff3ef', '#fcc4bf', '#f768a1', '#ad017e', '#49006a'],
  YlGn: ['#fefee0', '#d8efa2', '#77c679', '#228343', '#004529'],
  YlGnBu: ['#fdfed4', '#c6e8b4', '#41b6c4', '#225da8', '#081d58'],
  YlOrBr: ['#fffee0', '#fee290', '#fe9829', '#cb4c02', '#662506'],
  YlOrRd: ['#fffdc8', '#fed875', '#fd8c3c', '#e2191c', '#800026'],
};

/** Schemes with their own direction, the same on both themes. */
const directed: Record<string, string[]> = {
  Spectral: ['#9e0142', '#f46d43', '#fee08b', '#e6f598', '#66c2a5', '#5e4fa2'],
  RdYlGn: ['#a50026', '#f46d43', '#fee08b', '#d9ef8b', '#66bd63', '#006837'],
  RdYlBu: ['#a50026', '#f46d43', '#fee090', '#e0f3f8', '#74add1', '#313695'],
  RdBu: ['#67001f', '#d6604d', '#f7e7df', '#d6e6f0', '#4393c3', '#053061'],
  RdGy: ['#67001f', '#d6604d', '#fbe3d8', '#e0e0e0', '#878787', '#1a1a1a'],
  BrBG: ['#543005', '#bf812d', '#f3e5c3', '#c7eae5', '#35978f', '#003c30'],
  PiYG: ['#8e0152', '#de77ae', '#fbdfee', '#e6f5d0', '#7fbc41', '#276419'],
  PRGn: ['#40004b', '#9970ab', '#e7d4e8', '#d9f0d3', '#5aae61', '#00441b'],
  PuOr: ['#7f3b08', '#e08214', '#fee0b6', '#d8daeb', '#8073ac', '#2d004b'],
  Viridis: ['#440154', '#414487', '#2a788e', '#22a884', '#7ad151', '#fde725'],
  Magma: ['#000004', '#3b0f70', '#8c2981', '#de4968', '#fe9f6d', '#fcfdbf'],
  Inferno: ['#000004', '#420a68', '#932667', '#dd513a', '#fca50a', '#fcffa4'],
  Plasma: ['#0d0887', '#6a00a8', '#b12a90', '#e16462', '#fca636', '#f0f921'],
  Cividis: ['#002051', '#2e4a6b', '#5f6a70', '#8c8a74', '#c4b166', '#fdea45'],
  Turbo: ['#30123b', '#4686fb', '#1ae4b6', '#a4fc3c', '#fb8022', '#7a0403'],
  Warm: ['#6e40aa', '#d23ea7', '#ff5e63', '#efa72f', '#aff05b'],
  Cool: ['#6e40aa', '#4c6edb', '#24aad8', '#1bd9ac', '#aff05b'],
  CubehelixDefault: ['#000000', '#1f3d52', '#5c7a3a', '#d08b74', '#c7bdf0', '#ffffff'],
};

export const schemeNames: string[] = [
  'Vedette',
  ...Object.keys(sequential),
  ...Object.keys(directed),
];

/** The colours of a scale from the lowest to the highest count. */
export function heatmapPalette(color: HeatmapColor, theme: ChartTheme): string[] {
  const steps = Math.min(128, Math.max(2, Math.round(color.steps) || 64));
  if (color.mode === 'opacity') {
    const fill = theme.color(color.fill);
    const levels = Array.from({ length: steps }, (_, i) => (i + 1) / steps);
    const palette = parseRgb(fill)
      ? levels.map((level) => alpha(fill, level))
      : levels.map(() => fill);
    return color.reverse ? palette.reverse() : palette;
  }
  const palette = ramp(stopsOf(color.scheme, theme), steps);
  return color.reverse ? palette.reverse() : palette;
}

function stopsOf(scheme: string, theme: ChartTheme): string[] {
  const light = sequential[scheme];
  if (light) return theme.mode === 'dark' ? [...light].reverse() : light;
  return (
    directed[scheme] ??
    ['--h1', '--h2', '--h3', '--h4', '--h5', '--h6'].map((name) => theme.token(name))
  );
}

export interface CountRange {
  min: number;
  max: number;
}

/** Position of a count in the palette. */
export function paletteIndex(
  count: number,
  { min, max }: CountRange,
  color: HeatmapColor,
  steps: number,
): number {
  const share = max > min ? Math.min(1, Math.max(0, (count - min) / (max - min))) : 1;
  const curved = color.scale === 'exponential' ? share ** (color.exponent || 1) : share;
  return Math.min(steps - 1, Math.floor(curved * steps));
}
