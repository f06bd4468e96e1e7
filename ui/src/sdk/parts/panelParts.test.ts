import { describe, expect, it } from 'vitest';
import type { Field } from '../../data';
import { barLength, barLitLength } from './barFill';
import { luminance, parseColor, readableOn, readableText } from './contrast';
import { colorStops, dataBounds, fieldBounds, shareOf, thresholdBands } from './scale';
import { fitFontSize } from './textFit';
import { tiling, type Orientation } from './tiling';

const field = (config: Field['config'], values: unknown[] = []): Field => ({
  name: 'v',
  type: 'number',
  values,
  config,
});
const same = (name: string) => name;

describe('coloured text', () => {
  it('gets the contrast that small text needs, and stays as it is where it has it', () => {
    const level = (color: string) => luminance(parseColor(color)!) + 0.05;
    for (const [color, background] of [
      ['#cf9a00', '#ffffff'],
      ['#ffff00', '#f4f5f8'],
      ['#4371b2', '#111318'],
      ['#000080', '#090b0f'],
    ] as const) {
      const [text, behind] = [level(readableText(color, background)), level(background)];
      expect(Math.max(text, behind) / Math.min(text, behind)).toBeGreaterThanOrEqual(4.5);
    }
    expect(readableText('#5bc77f', '#111318')).toBe('#5bc77f');
    expect(readableText('var(--fg)', '#111318')).toBe('var(--fg)');
  });
});

describe('tiles', () => {
  it('fill the panel without leaving it, or scroll at a readable size', () => {
    for (const count of [1, 2, 3, 7, 24, 1000]) {
      for (const orientation of ['auto', 'horizontal', 'vertical'] as Orientation[]) {
        for (const [width, height] of [
          [300, 120],
          [120, 400],
          [900, 60],
          [30, 20],
        ] as const) {
          const tiles = tiling(count, orientation, {
            width,
            height,
            gap: 6,
            minWidth: 90,
            minHeight: 40,
          });
          expect(tiles.columns * tiles.rows).toBeGreaterThanOrEqual(count);
          if (tiles.scrolls) continue;
          expect(tiles.columns * tiles.tileWidth + 6 * (tiles.columns - 1)).toBeLessThanOrEqual(
            width + 0.01,
          );
          expect(tiles.rows * tiles.tileHeight + 6 * (tiles.rows - 1)).toBeLessThanOrEqual(
            height + 0.01,
          );
        }
      }
    }
  });

  it('stand below each other when horizontal, side by side when vertical', () => {
    const space = { width: 400, height: 400, gap: 0, minWidth: 10, minHeight: 10 };
    expect(tiling(4, 'horizontal', space)).toMatchObject({ columns: 1, rows: 4 });
    expect(tiling(4, 'vertical', space)).toMatchObject({ columns: 4, rows: 1 });
  });
});

describe('text on colours', () => {
  it('keeps the contrast that small text needs on any of them', () => {
    for (let code = 0; code < 0x1000; code += 7) {
      const color = `#${code.toString(16).padStart(3, '0')}`;
      const [background, text] = [color, readableOn(color)].map((each) =>
        luminance(parseColor(each)!),
      ) as [number, number];
      const ratio = (Math.max(background, text) + 0.05) / (Math.min(background, text) + 0.05);
      expect(ratio, color).toBeGreaterThanOrEqual(4.3);
    }
  });

  it('reads the notations that themes answer with', () => {
    expect(parseColor('#0f0')).toEqual([0, 255, 0]);
    expect(parseColor('#11223344')).toEqual([17, 34, 51]);
    expect(parseColor('rgb(1, 2, 3)')).toEqual([1, 2, 3]);
    expect(parseColor('var(--x)')).toBeUndefined();
  });
});

describe('scales', () => {
  it('take what is missing from the data, zero included, and never have no length', () => {
    const data = dataBounds([{ length: 4, fields: [field({}, [5, 20, NaN, null])] }]);
    expect(data).toEqual({ min: 0, max: 20 });
    expect(fieldBounds(field({ max: 50 }), data)).toEqual({ min: 0, max: 50 });
    expect(fieldBounds(field({ min: 10, max: 10 }), data)).toEqual({ min: 10, max: 11 });
    expect(fieldBounds(field({ min: 30 }), data)).toEqual({ min: 30, max: 31 });
    expect(fieldBounds(field({ max: -5 }), data).max).toBeGreaterThan(
      fieldBounds(field({ max: -5 }), data).min,
    );
  });

  it('place any value between their ends, and NaN nowhere', () => {
    const bounds = { min: 0, max: 10 };
    expect(
      [-5, 0, 5, 10, 99, Infinity, -Infinity, NaN].map((value) => shareOf(value, bounds)),
    ).toEqual([0, 0, 0.5, 1, 1, 1, 0, undefined]);
  });

  it('show thresholds as bands, absolute or in percent of the range', () => {
    const steps = [
      { color: 'a', value: null },
      { color: 'b', value: 20 },
      { color: 'c', value: 900 },
    ];
    const bounds = { min: 0, max: 100 };
    expect(
      thresholdBands(field({ thresholds: { mode: 'absolute', steps } }), bounds, same),
    ).toMatchObject([
      { start: 0, end: 0.2, color: 'a' },
      { start: 0.2, end: 1, color: 'b', value: 20 },
    ]);
    const percent = thresholdBands(
      field({ thresholds: { mode: 'percentage', steps } }),
      { min: 0, max: 1000 },
      same,
    );
    expect(percent[1]).toMatchObject({ start: 0.2, value: 200 });
    expect(thresholdBands(field({}), bounds, same)).toEqual([]);
  });

  it('colour gradients by thresholds, or by whatever colours the values get', () => {
    const shade = {
      ...field({ color: { mode: 'continuous-GrYlRd' } }),
      display: (value: unknown) => ({ text: '', numeric: 0, color: `c${value}` }),
    };
    expect(
      colorStops(shade, { min: 0, max: 12 }, same)
        .map(({ color }) => color)
        .slice(0, 3),
    ).toEqual(['c0', 'c1', 'c2']);
  });
});

describe('bars', () => {
  it('of cells are as long as whole cells, lit and unlit', () => {
    for (let length = 8; length < 400; length += 13) {
      expect((barLength(length, 'lcd') + 2) % 8).toBe(0);
      expect(barLength(length, 'lcd')).toBeLessThanOrEqual(length);
      expect(barLitLength(0.5, length, 'lcd') % 8).toBe(0);
    }
    expect(barLitLength(0, 100, 'lcd')).toBe(0);
    expect(barLitLength(0.001, 100, 'basic')).toBe(2);
  });
});

it('text is never set larger than its space or its limit', () => {
  expect(fitFontSize(4, 100, 100, 60)).toBe(25);
  expect(fitFontSize(1, 1000, 23, 60)).toBe(20);
  expect(fitFontSize(1, 1000, 1000, 60)).toBe(60);
  expect(fitFontSize(100, 50, 50, 60)).toBe(11);
});
