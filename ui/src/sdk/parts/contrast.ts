/** Text colours that stay readable on a coloured background (WCAG 2.2, relative luminance). */

import { luminance, parseColor, type Rgb } from '../../design/colors';

export { luminance, parseColor };

const DARK_TEXT = '#0d0f14';
const LIGHT_TEXT = '#ffffff';
const DARK_LEVEL = luminance([13, 15, 20]) + 0.05;

/** Ratio that small text needs. */
const ENOUGH = 4.5;

/**
 * Light text where it is readable, otherwise whichever of light and dark is more so; light where
 * the colour cannot be read.
 */
export function readableOn(background: string): string {
  const rgb = parseColor(background);
  if (!rgb) return LIGHT_TEXT;
  const level = luminance(rgb) + 0.05;
  const light = 1.05 / level;
  return light >= ENOUGH || light >= level / DARK_LEVEL ? LIGHT_TEXT : DARK_TEXT;
}

/**
 * The colour, moved towards black or white until text in it is readable on each of the backgrounds.
 */
export function readableText(color: string, ...backgrounds: string[]): string {
  const rgb = parseColor(color);
  const levels = backgrounds.flatMap((background) => {
    const behind = parseColor(background);
    return behind ? [luminance(behind) + 0.05] : [];
  });
  if (!rgb || levels.length === 0) return color;
  const target = Math.max(...levels) > 0.5 ? 0 : 255;
  for (let share = 0; share < 1; share += 0.04) {
    const mixed = rgb.map((channel) => Math.round(channel + (target - channel) * share)) as Rgb;
    const level = luminance(mixed) + 0.05;
    if (levels.every((behind) => Math.max(level, behind) / Math.min(level, behind) >= ENOUGH)) {
      return share === 0 ? color : `rgb(${mixed.join(', ')})`;
    }
  }
  return target === 0 ? 'rgb(0, 0, 0)' : 'rgb(255, 255, 255)';
}

/**
 * A background that shades away from its text, so that all of it stays readable, and that text's
 * colour.
 */
export function shadedBackground(color: string): { background: string; color: string } {
  const text = readableOn(color);
  const towards = text === LIGHT_TEXT ? 'black' : 'white';
  return {
    background: `linear-gradient(135deg, ${color}, color-mix(in oklab, ${color} 80%, ${towards}))`,
    color: text,
  };
}
