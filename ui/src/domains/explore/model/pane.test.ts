import { describe, expect, test } from 'vitest';
import { MIXED, sourcesFrom } from '../../../querying/sources';
import {
  changedQuery,
  duplicatedQuery,
  madeQuery,
  movedQuery,
  newPane,
  nextRefId,
  sourceOfQuery,
  withoutQuery,
  withQuery,
  withSource,
  type Pane,
} from './pane';

const prom = { uid: 'prom', name: 'Metrics', type: 'prometheus' };
const other = { uid: 'prom2', name: 'More metrics', type: 'prometheus' };
const loki = { uid: 'loki', name: 'Logs', type: 'loki' };
const sources = sourcesFrom([prom, other, loki], 'Metrics');

const pane: Pane = {
  ...newPane(prom),
  queries: [
    madeQuery(prom, 'A', { expr: 'a' }),
    madeQuery(prom, 'B', { expr: 'b' }),
    madeQuery(prom, 'C', { expr: 'c' }),
  ],
};
const refIds = ({ queries }: Pane) => queries.map(({ refId }) => refId).join('');

describe('queries of a pane', () => {
  test('get the first free letter, and two letters after Z', () => {
    expect(nextRefId([])).toBe('A');
    expect(nextRefId([{ refId: 'A' }, { refId: 'C' }])).toBe('B');
    const all = Array.from({ length: 26 }, (_, index) => ({
      refId: String.fromCharCode(65 + index),
    }));
    expect(nextRefId(all)).toBe('AA');
    expect(nextRefId([...all, { refId: 'AA' }])).toBe('AB');
  });

  test('are duplicated right below, with a letter of their own', () => {
    const twice = duplicatedQuery(pane, 0);
    expect(refIds(twice)).toBe('ADBC');
    expect(twice.queries[1]).toMatchObject({ expr: 'a' });
    expect(twice.queries[1]?.datasource).not.toBe(twice.queries[0]?.datasource);
  });

  test('move one place and stop at the ends', () => {
    expect(refIds(movedQuery(pane, 1, -1))).toBe('BAC');
    expect(refIds(movedQuery(pane, 1, 1))).toBe('ACB');
    expect(refIds(movedQuery(pane, 0, -1))).toBe('ABC');
    expect(refIds(movedQuery(pane, 2, 1))).toBe('ABC');
  });

  test('are added, changed and removed without touching the others', () => {
    expect(refIds(withQuery(pane, { refId: 'X' }))).toBe('ABCX');
    expect(refIds(withoutQuery(pane, 1))).toBe('AC');
    const changed = changedQuery(pane, 1, { refId: 'B', expr: 'new' });
    expect(changed.queries.map(({ expr }) => expr)).toEqual(['a', 'new', 'c']);
    expect(pane.queries[1]?.expr).toBe('b');
  });
});

describe('another source', () => {
  const first = (source: { uid: string; type: string }) =>
    madeQuery({ name: '', ...source }, 'A', { expr: '' });

  test('of the same kind gets the queries', () => {
    const moved = withSource(pane, other, sources, first);
    expect(moved.datasource).toBe('prom2');
    expect(moved.queries.map(({ expr, datasource }) => [expr, datasource])).toEqual(
      ['a', 'b', 'c'].map((expr) => [expr, { type: 'prometheus', uid: 'prom2' }]),
    );
  });

  test('of another kind starts afresh', () => {
    expect(withSource(pane, loki, sources, first).queries).toEqual([
      { refId: 'A', expr: '', datasource: { type: 'loki', uid: 'loki' } },
    ]);
  });

  test('mixed keeps every query with the source it had', () => {
    const mixed = withSource(pane, MIXED, sources, first);
    expect(mixed.datasource).toBe(MIXED);
    expect(mixed.queries.map((query) => sourceOfQuery(mixed, query, sources)?.uid)).toEqual([
      'prom',
      'prom',
      'prom',
    ]);
  });

  test('back from mixed takes the queries of its kind along', () => {
    const mixed = withQuery(
      withSource(pane, MIXED, sources, first),
      madeQuery(loki, 'D', { expr: '{}' }),
    );
    expect(refIds(withSource(mixed, prom, sources, first))).toBe('ABC');
    expect(refIds(withSource(mixed, loki, sources, first))).toBe('D');
  });
});
