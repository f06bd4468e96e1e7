/**
 * Stored colour names. Dashboards name six hues in five shades (`green`, `semi-dark-red`,
 * `super-light-blue`); each theme maps the hue to a colour that reads well on its panels and
 * derives the shades from it.
 */
export type ThemeMode = 'dark' | 'light';

const hues: Record<ThemeMode, Record<string, string>> = {
  dark: {
    green: '#5bc77f',
    yellow: '#f4c53f',
    red: '#f2555c',
    blue: '#5b9dfb',
    orange: '#fa9043',
    purple: '#b183f0',
  },
  light: {
    green: '#1c9a55',
    yellow: '#cf9a00',
    red: '#d92f38',
    blue: '#1f6fdd',
    orange: '#e0701a',
    purple: '#8547cf',
  },
};

/**
 * Share of white (positive) or black (negative) mixed into the hue; dark shades stay visible on a
 * dark panel.
 */
const shades: Record<ThemeMode, Record<string, number>> = {
  dark: { 'super-light': 0.58, light: 0.3, 'semi-dark': -0.12, dark: -0.24 },
  light: { 'super-light': 0.58, light: 0.3, 'semi-dark': -0.2, dark: -0.42 },
};

const NAME = /^(?:(super-light|light|semi-dark|dark)-)?(green|yellow|red|blue|orange|purple)$/;

/** The colour of a stored hue name, or `undefined` where `name` is not one. */
export function namedColor(name: string, mode: ThemeMode): string | undefined {
  const match = NAME.exec(name);
  const hue = hues[mode][match?.[2] ?? ''];
  if (!match || !hue) return undefined;
  return match[1] ? mix(hue, shades[mode][match[1]] ?? 0) : hue;
}

const COLOR =
  /^(?:#[0-9a-f]{3,8}|[a-z]+|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([\s\w.,%/+-]*\))$/i;

/**
 * The colour of a stored name or CSS colour, or `undefined` for anything else. Stored colours
 * become part of style sheets, where `url(...)` and `var(..., url(...))` would make the browser
 * contact another server.
 */
export function storedColor(name: string, mode: ThemeMode): string | undefined {
  return namedColor(name, mode) ?? (COLOR.test(name.trim()) ? name.trim() : undefined);
}

/** `#rrggbb` mixed with white (`amount` > 0) or black (`amount` < 0). */
export function mix(hex: string, amount: number): string {
  const target = amount > 0 ? 255 : 0;
  const share = Math.abs(amount);
  const channels = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16);
    return Math.round(value + (target - value) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

export type Rgb = [red: number, green: number, blue: number];

/** Reads `#rgb`, `#rrggbb(aa)` and `rgb()`; `undefined` for any other notation. */
export function parseColor(color: string): Rgb | undefined {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(color.trim())?.[1];
  if (hex) {
    const full = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex;
    return [0, 2, 4].map((at) => parseInt(full.slice(at, at + 2), 16)) as Rgb;
  }
  const parts = /^rgba?\(([^)]+)\)$/i
    .exec(color.trim())?.[1]
    ?.split(/[\s,/]+/)
    .map(Number);
  if (parts && parts.length >= 3 && parts.slice(0, 3).every(Number.isFinite))
    return parts.slice(0, 3) as Rgb;
  return undefined;
}

/** Relative luminance after WCAG 2.2. */
export function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio of two colours (1 to 21); `undefined` where one cannot be read. */
export function contrastRatio(one: string, other: string): number | undefined {
  const [first, second] = [parseColor(one), parseColor(other)];
  if (!first || !second) return undefined;
  const levels = [luminance(first) + 0.05, luminance(second) + 0.05];
  return Math.max(...levels) / Math.min(...levels);
}

/** `#rrggbb` of a hex or `rgb()` colour. */
export function hexColor(color: string): string | undefined {
  const rgb = parseColor(color);
  return (
    rgb && `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
  );
}

/** The stored names in rows of one hue, from its lightest to its darkest shade. */
export const namedColors: readonly string[] = Object.keys(hues.dark).flatMap((hue) =>
  ['super-light-', 'light-', '', 'semi-dark-', 'dark-'].map((shade) => `${shade}${hue}`),
);
