import { expect, test } from 'vitest';
import { mix, namedColor } from './colors';

const hues = ['green', 'yellow', 'red', 'blue', 'orange', 'purple'];
const shades = ['super-light-', 'light-', '', 'semi-dark-', 'dark-'];

function lightness(hex: string): number {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).reduce((sum, value) => sum + value, 0);
}

test.each(['dark', 'light'] as const)('all thirty names of a stored dashboard have a colour in the %s theme', (mode) => {
  for (const hue of hues) {
    for (const shade of shades) expect(namedColor(shade + hue, mode)).toMatch(/^#[0-9a-f]{6}$/);
  }
});

test('shades of a hue go from light to dark', () => {
  for (const hue of hues) {
    const steps = shades.map((shade) => lightness(namedColor(shade + hue, 'dark') ?? ''));
    expect(steps).toEqual(steps.toSorted((a, b) => b - a));
  }
});

test('what is no stored name is left to CSS', () => {
  for (const name of ['#ff0000', 'rgb(1,2,3)', 'pink', 'semi-dark-pink', 'darkgreen', 'transparent', '']) {
    expect(namedColor(name, 'dark')).toBeUndefined();
  }
});

test('mixing goes towards white and black', () => {
  expect(mix('#808080', 1)).toBe('#ffffff');
  expect(mix('#808080', -1)).toBe('#000000');
  expect(mix('#0a141e', 0)).toBe('#0a141e');
});
