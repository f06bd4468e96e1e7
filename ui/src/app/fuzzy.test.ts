import { expect, test } from 'vitest';
import { fuzzyFilter, fuzzyMatch, splitMatches } from './fuzzy';

const filter = (labels: string[], text: string) =>
  fuzzyFilter(labels, text.split(' '), (label) => label);

test('letters in order are enough to find an entry', () => {
  expect(filter(['Notification policies', 'Contact points', 'Silences'], 'cpts')).toEqual([
    'Contact points',
  ]);
  expect(filter(['http_requests_total', 'node_cpu_seconds_total'], 'nocpu')).toEqual([
    'node_cpu_seconds_total',
  ]);
  expect(filter(['Welcome tour', 'Node overview'], 'wtour')).toEqual(['Welcome tour']);
});

test('the words may be in any order', () => {
  expect(filter(['Disk nearly full', 'Disk errors'], 'full disk')).toEqual(['Disk nearly full']);
});

test('exact words rank before scattered letters, starts of words before their middle', () => {
  expect(filter(['Users per team', 'Superb', 'up'], 'up')).toEqual([
    'up',
    'Superb',
    'Users per team',
  ]);
  expect(filter(['Latency of the cart', 'The art of latency', 'Chart'], 'art')[0]).toBe(
    'The art of latency',
  );
});

test('the initials of words find what they abbreviate', () => {
  expect(filter(['Node overview', 'Notification policies', 'New alert rule'], 'nar')).toEqual([
    'New alert rule',
  ]);
});

test('letters scattered over a long label are no match', () => {
  expect(fuzzyMatch('Availability', ['lity'])).toBeDefined();
  expect(fuzzyMatch('Availability', ['viy'])).toBeUndefined();
  expect(fuzzyMatch('Silences', ['xs'])).toBeUndefined();
});

test('what matched is marked', () => {
  expect(splitMatches('Contact points', ['con', 'po'])).toEqual([
    { text: 'Con', hit: true },
    { text: 'tact ', hit: false },
    { text: 'po', hit: true },
    { text: 'ints', hit: false },
  ]);
  expect(splitMatches('New alert rule', ['nar'])).toEqual([
    { text: 'N', hit: true },
    { text: 'ew ', hit: false },
    { text: 'a', hit: true },
    { text: 'lert ', hit: false },
    { text: 'r', hit: true },
    { text: 'ule', hit: false },
  ]);
  expect(splitMatches('Users', [])).toEqual([{ text: 'Users', hit: false }]);
});
