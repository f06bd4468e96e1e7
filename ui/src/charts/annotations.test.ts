import { expect, test } from 'vitest';
import { clusters, merged, type ChartAnnotation } from './annotations';

const deploy = (time: number, title: string): ChartAnnotation => ({
  time,
  title,
  text: '',
  tags: ['deploy', title],
  color: 'purple',
});

test('marks closer than the smallest target share one', () => {
  const lefts = [100, 0, 10, 24, 110, 130].map((left) => ({ left }));
  expect(clusters(lefts).map((cluster) => cluster.map(({ left }) => left))).toEqual([
    [0, 10],
    [24],
    [100, 110],
    [130],
  ]);
});

test('a shared mark lists its annotations, from the first to the end of the last', () => {
  const load = { ...deploy(2, 'Load test'), timeEnd: 9 };
  expect(merged(deploy(1, 'checkout'), [load, deploy(3, 'cart')])).toEqual({
    time: 1,
    timeEnd: 9,
    title: '3 annotations',
    text: 'checkout, Load test, cart',
    tags: ['deploy', 'checkout', 'Load test', 'cart'],
    color: 'purple',
  });
  expect(merged(load, [])).toBe(load);
});
