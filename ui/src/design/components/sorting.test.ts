import { expect, test } from 'vitest';
import { moved, placeAmong } from './sorting';

test('an item moves to the place asked for, the others keep their order', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
});

test('a dragged row passes a neighbour at its middle, also where heights differ', () => {
  const tops = [0, 30, 130];
  const heights = [30, 100, 30];
  const place = (from: number, offset: number) => placeAmong(tops, heights, from, offset);
  expect([place(0, 49), place(0, 51), place(0, 500)]).toEqual([0, 1, 2]);
  expect([place(2, -49), place(2, -51), place(2, -500)]).toEqual([2, 1, 0]);
  expect(place(1, 0)).toBe(1);
});

test('moving there and back restores the list', () => {
  const items = ['a', 'b', 'c', 'd', 'e'];
  for (let from = 0; from < 5; from += 1)
    for (let to = 0; to < 5; to += 1)
      expect(moved(moved(items, from, to), to, from)).toEqual(items);
});
