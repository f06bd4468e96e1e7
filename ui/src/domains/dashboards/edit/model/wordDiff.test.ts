import { expect, test } from 'vitest';
import { wordDiff } from './wordDiff';
import { seeded } from './testing/generated';

const marked = (from: string, to: string) =>
  wordDiff(from, to)
    .map(({ text, kind }) => (kind === 'same' ? text : `${kind === 'added' ? '+' : '-'}[${text}]`))
    .join('');

test('only the words that differ are marked', () => {
  expect(marked('quantile(0.95, x{s="$svc"})', 'quantile(0.99, x{s="$service"})')).toBe(
    'quantile(-[0.95]+[0.99], x{s="-[$svc]+[$service]"})',
  );
  expect(marked('', 'up')).toBe('+[up]');
  expect(marked('up', 'up')).toBe('up');
});

test('the parts give both texts again', () => {
  const random = seeded(7);
  const text = () =>
    Array.from({ length: Math.floor(random() * 12) }, () => 'ab ,('[Math.floor(random() * 5)]).join(
      '',
    );
  for (let count = 0; count < 300; count += 1) {
    const [from, to] = [text(), text()];
    const parts = wordDiff(from, to);
    const without = (kind: string) =>
      parts.flatMap((part) => (part.kind === kind ? [] : part.text)).join('');
    expect(without('added')).toBe(from);
    expect(without('removed')).toBe(to);
  }
});

test('very long texts are shown as a whole', () => {
  const from = 'a '.repeat(3000);
  expect(wordDiff(from, 'b '.repeat(3000)).map(({ kind }) => kind)).toContain('removed');
});
