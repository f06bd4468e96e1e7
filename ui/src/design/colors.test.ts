import { expect, test } from 'vitest';
import { mix, namedColor, storedColor } from './colors';

const hues = ['green', 'yellow', 'red', 'blue', 'orange', 'purple'];
const shades = ['super-light-', 'light-', '', 'semi-dark-', 'dark-'];

function lightness(hex: string): number {
  return [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16))
    .reduce((sum, value) => sum + value, 0);
}

test.each(['dark', 'light'] as const)(
  'all thirty names of a stored dashboard have a colour in the %s theme',
  (mode) => {
    for (const hue of hues) {
      for (const shade of shades) expect(namedColor(shade + hue, mode)).toMatch(/^#[0-9a-f]{6}$/);
    }
  },
);

test('shades of a hue go from light to dark', () => {
  for (const hue of hues) {
    const steps = shades.map((shade) => lightness(namedColor(shade + hue, 'dark') ?? ''));
    expect(steps).toEqual(steps.toSorted((a, b) => b - a));
  }
});

test('every stored colour is visible on a dark panel', () => {
  const luminance = (hex: string): number => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5]
      .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const panel = luminance('#111318');
  for (const hue of hues)
    for (const shade of shades) {
      const contrast = (luminance(namedColor(shade + hue, 'dark') ?? '') + 0.05) / (panel + 0.05);
      expect(contrast, shade + hue).toBeGreaterThan(3);
    }
});

test('what is no stored name is left to CSS', () => {
  for (const name of [
    '#ff0000',
    'rgb(1,2,3)',
    'pink',
    'semi-dark-pink',
    'darkgreen',
    'transparent',
    '',
  ]) {
    expect(namedColor(name, 'dark')).toBeUndefined();
  }
});

test('every colour that CSS writes without another function is kept', () => {
  const colors = [
    '#f00',
    '#ff0000',
    '#ff000080',
    'rgb(1,2,3)',
    'rgba(255, 0, 255, 0.7)',
    'rgb(1 2 3 / 50%)',
    'pink',
  ];
  colors.push(
    'hsl(120deg 50% 50%)',
    'hsla(120, 50%, 50%, 0.5)',
    'oklch(0.7 0.1 250)',
    'color(display-p3 1 0 -0.1)',
  );
  colors.push('transparent', 'currentColor', ' #ff0000 ');
  for (const color of colors) expect(storedColor(color, 'dark')).toBe(color.trim());
  expect(storedColor('semi-dark-red', 'dark')).toBe(namedColor('semi-dark-red', 'dark'));
});

test('what could load something or reach beyond the colour is none', () => {
  const texts = [
    'url(http://evil.test/c)',
    'URL(//evil.test)',
    'red;background:url(//evil.test)',
    'var(--x, url(//e.test))',
  ];
  texts.push(
    'image-set("//evil.test" 1x)',
    'rgb(1,2,3) url(//evil.test)',
    'image(url(//evil.test))',
    'attr(x url)',
    '',
  );
  texts.push(
    'rgb(url(//evil.test))',
    'red/**/url(//evil.test)',
    'color-mix(in srgb, url(//e.test), red)',
    'u\\72l(//evil.test)',
  );
  for (const text of texts) expect(storedColor(text, 'dark')).toBeUndefined();
});

test('mixing goes towards white and black', () => {
  expect(mix('#808080', 1)).toBe('#ffffff');
  expect(mix('#808080', -1)).toBe('#000000');
  expect(mix('#0a141e', 0)).toBe('#0a141e');
});
