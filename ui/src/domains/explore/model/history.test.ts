import { describe, expect, test } from 'vitest';
import { MIXED } from '../../../querying/sources';
import type { PastQuery } from '../api';
import { byDay, entrySource, keptQueries, queryText } from './history';

const NOW = Date.UTC(2026, 10, 21, 12);
const past = (uid: string, ms: number): PastQuery => ({
  uid,
  datasourceUid: 'prom',
  createdAt: ms / 1000,
  createdBy: 1,
  comment: '',
  starred: false,
  queries: [],
});

describe('the history of queries', () => {
  test('stands under the days it was made on, in the zone of the reader', () => {
    const list = [
      past('a', NOW),
      past('b', NOW - 3_600_000),
      past('c', NOW - 20 * 3_600_000),
      past('d', NOW - 86_400_000 * 5),
    ];
    const titles = (zone: string) =>
      byDay(list, zone, NOW).map(({ title, queries }) => [
        title,
        queries.map(({ uid }) => uid).join(''),
      ]);
    expect(titles('UTC')).toEqual([
      ['Today', 'ab'],
      ['Yesterday', 'c'],
      ['2026-11-16', 'd'],
    ]);
    expect(titles('Asia/Tokyo')[0]).toEqual(['Today', 'abc']);
    expect(titles('Pacific/Auckland')[0]).toEqual(['Today', 'ab']);
  });

  test('tells a query in the words of its source, else by its text, else by its JSON', () => {
    const query = { refId: 'A', datasource: { uid: 'x' }, expr: 'up', step: 5 };
    expect(queryText(query, { summary: () => 'is it up?' })).toBe('is it up?');
    expect(queryText(query, undefined, 'expr')).toBe('up');
    expect(queryText(query, undefined)).toBe('{"expr":"up","step":5}');
    expect(queryText({ refId: 'A', expr: 'x'.repeat(5000) }, undefined, 'expr')).toHaveLength(400);
  });

  test('does not keep what is switched off, nor the same twice', () => {
    const queries = [
      { refId: 'A', expr: 'up' },
      { refId: 'B', expr: 'down', hide: true },
    ];
    const kept = keptQueries(queries, '');
    expect(kept).toEqual([{ refId: 'A', expr: 'up' }]);
    expect(keptQueries(queries, JSON.stringify(kept))).toBeUndefined();
    expect(keptQueries([{ refId: 'A', hide: true }], '')).toBeUndefined();
  });

  test('opens with the source it was run with, mixed where there were several', () => {
    const of = (uid: string) => ({ refId: uid, datasource: { uid } });
    expect(entrySource('prom', [of('prom')])).toBe('prom');
    expect(entrySource(MIXED, [of('prom'), of('loki')])).toBe(MIXED);
    expect(entrySource('prom', [of('prom'), of('__expr__')])).toBe('prom');
    expect(entrySource('', [of('loki')])).toBe('loki');
  });
});
