/** The colour schemes a field can have, as lists of colours to look at. */
import { colorModes, fieldColors } from '../../../../../data/field/color';
import type { FieldConfig } from '../../../../../data';
import type { PageTheme } from '../../../../../design';
import { confusedBy, type Vision } from './colorVision';

export interface Scheme {
  mode: string;
  label: string;
  group: 'By series' | 'By value';
  colors: string[];
  /** Undefined where there is one colour only. */
  confusedBy?: Vision[];
}

const LABELS: Record<string, string> = {
  fixed: 'Single color',
  shades: 'Shades of a color',
  thresholds: 'From thresholds',
  'palette-classic': 'Classic palette',
  'palette-classic-by-name': 'Classic palette, by name',
  'continuous-GrYlRd': 'Green, yellow, red',
  'continuous-RdYlGr': 'Red, yellow, green',
  'continuous-BlYlRd': 'Blue, yellow, red',
  'continuous-YlRd': 'Yellow to red',
  'continuous-BlPu': 'Blue to purple',
  'continuous-YlBl': 'Yellow to blue',
};

const SERIES = 8;
const STOPS = 5;

/** The name of a stored mode, also of one that is not known. */
export function schemeLabel(mode: string): string {
  if (LABELS[mode]) return LABELS[mode];
  const name = mode.replace(/^(continuous|palette)-/, '');
  const words = name.charAt(0).toUpperCase() + name.slice(1);
  return colorModes.includes(mode) ? words : `Unknown: ${mode}`;
}

export const isByValue = (mode: string): boolean =>
  mode === 'thresholds' || mode.startsWith('continuous-');

function colorsOf(mode: string, config: FieldConfig, theme: PageTheme): string[] {
  const context = {
    themeColor: theme.color,
    series: theme.series,
    timeZone: 'UTC',
    interpolate: (text: string) => text,
  };
  const at = (name: string, index: number) =>
    fieldColors({ ...config, color: { ...config.color, mode } }, name, index, context);
  if (mode === 'thresholds') {
    const steps = config.thresholds?.steps ?? [{ color: 'green' }, { color: 'red' }];
    return steps.map(({ color }) => theme.color(color));
  }
  if (mode === 'fixed') return [at('', 0).at(0, 0)];
  if (isByValue(mode))
    return Array.from({ length: STOPS }, (_, index) => at('', 0).at(0, index / (STOPS - 1)));
  return Array.from({ length: SERIES }, (_, index) => at(`series ${index}`, index).at(0, 0));
}

export function schemes(config: FieldConfig, theme: PageTheme): Scheme[] {
  const stored = config.color?.mode;
  const modes = stored && !colorModes.includes(stored) ? [...colorModes, stored] : colorModes;
  return modes.map((mode) => {
    const colors = colorsOf(mode, config, theme);
    return {
      mode,
      label: schemeLabel(mode),
      group: isByValue(mode) ? 'By value' : 'By series',
      colors,
      ...(colors.length > 1 && { confusedBy: confusedBy([...new Set(colors)]) }),
    };
  });
}
