import { describe, expect, it } from 'vitest';
import { fitArc, pieSlices, pointAt, ringPath } from './arc';

describe('pieSlices', () => {
  it('shares out the whole circle in proportion', () => {
    const slices = pieSlices([1, 3, 4], (value) => value);
    expect(slices.map(({ start, end }) => [start, end])).toEqual([
      [0, 45],
      [45, 180],
      [180, 360],
    ]);
    expect(slices.map(({ share }) => share)).toEqual([0.125, 0.375, 0.5]);
  });

  it('gives negative, missing and zero values no room', () => {
    const slices = pieSlices([-5, NaN, 0, 2], (value) => value);
    expect(slices.map(({ share }) => share)).toEqual([0, 0, 0, 1]);
    expect(pieSlices([0, 0], (value) => value).every(({ share }) => share === 0)).toBe(true);
  });
});

describe('ringPath', () => {
  it('draws nothing for an empty span and a closed ring for a full one', () => {
    const ring = { cx: 50, cy: 50, outer: 40, inner: 20 };
    expect(ringPath(ring, { start: 10, end: 10 })).toBe('');
    expect(ringPath(ring, { start: 0, end: 360 }).match(/M/g)).toHaveLength(2);
    expect(ringPath(ring, { start: 0, end: 0.01 })).not.toContain('NaN');
  });
});

describe('pointAt', () => {
  it('counts degrees clockwise from twelve', () => {
    const { x, y } = pointAt(0, 0, 10, 90);
    expect(x).toBeCloseTo(10);
    expect(y).toBeCloseTo(0);
  });
});

describe('fitArc', () => {
  it('uses the room a half circle leaves below', () => {
    expect(fitArc(200, 100, 180)).toEqual({ cx: 100, cy: 100, radius: 100 });
    expect(fitArc(200, 100, 360).radius).toBe(50);
  });
});
