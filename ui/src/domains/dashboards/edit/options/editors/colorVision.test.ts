import { expect, test } from 'vitest';
import { confusedBy, distance, seenAs, VISIONS, type Vision } from './colorVision';

const visions = Object.keys(VISIONS) as Vision[];

test('grays look the same with every deficiency', () => {
  for (const vision of visions)
    for (const gray of ['#000000', '#808080', '#ffffff']) {
      const seen = seenAs(gray, vision).match(/\d+/g)?.map(Number) ?? [];
      for (const channel of seen)
        expect(Math.abs(channel - parseInt(gray.slice(1, 3), 16))).toBeLessThan(3);
    }
});

test('distances are those of OKLab', () => {
  expect(distance('#000000', '#ffffff')).toBeCloseTo(1, 3);
  expect(distance('#ff0000', '#00ff00')).toBeCloseTo(0.5197, 3);
  expect(distance('#123456', '#123456')).toBe(0);
  expect(distance('#123456', 'teal')).toBeUndefined();
});

test('red and green of one lightness are confused without red or green cones, not without blue ones', () => {
  const confused = confusedBy(['#d95f5f', '#8f8f3a']);
  expect(confused).toContain('deuteranopia');
  expect(confused).not.toContain('tritanopia');
});

test('blue and orange are told apart by everyone', () => {
  expect(confusedBy(['#1f77b4', '#ff7f0e'])).toEqual([]);
});

test('without a deficiency, and for colors that cannot be read, nothing changes', () => {
  expect(seenAs('#123456', undefined)).toBe('#123456');
  expect(seenAs('teal', 'protanopia')).toBe('teal');
});
