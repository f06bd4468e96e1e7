import { expect, test } from 'vitest';
import { inTurn } from './inTurn';

test('no more than four sources are asked at once, and all get their turn', async () => {
  let most = 0;
  let now = 0;
  const ask = (number: number) =>
    inTurn(async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 1));
      now -= 1;
      if (number % 3 === 0) throw new Error('refused');
      return number;
    });
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, number) => ask(number)));
  expect(most).toBe(4);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(13);
});
