import { expect, test } from 'vitest';
import { wordChanges } from './wordChanges';

const side = (changes: ReturnType<typeof wordChanges>, without: string) =>
  changes
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

test('only the words that differ are marked', () => {
  expect(wordChanges('rate(errors[5m])', 'rate(errors[10m])')).toEqual([
    { kind: 'same', text: 'rate(errors[' },
    { kind: 'removed', text: '5m' },
    { kind: 'added', text: '10m' },
    { kind: 'same', text: '])' },
  ]);
});

test('both texts can be read from the changes, whatever they are', () => {
  const words = ['sum', ' ', 'by', '(le)', '\n', 'ü', '😀'];
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const text = () => Array.from({ length: random(30) }, () => words[random(7)]).join('');
  for (let round = 0; round < 200; round += 1) {
    const [from, to] = [text(), text()];
    const changes = wordChanges(from, to);
    expect([side(changes, 'added'), side(changes, 'removed')]).toEqual([from, to]);
  }
});

test('very long texts are replaced as a whole', () => {
  const long = 'word '.repeat(2000);
  expect(wordChanges(long, 'short').map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
