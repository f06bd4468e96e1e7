import { describe, expect, it } from 'vitest';
import { hiddenAfter, sortedItems, type LegendItem } from './legendItems';

const ids = ['a', 'b', 'c'];
const item = (id: string, mean: number): LegendItem => ({
  id,
  name: id,
  color: '',
  values: [{ title: 'Mean', text: '', numeric: mean }],
});

describe('hiddenAfter', () => {
  it('shows the clicked series alone, and all again when it already is', () => {
    const alone = hiddenAfter(ids, new Set(), 'b', 'isolate');
    expect([...alone]).toEqual(['a', 'c']);
    expect(hiddenAfter(ids, alone, 'b', 'isolate').size).toBe(0);
    expect([...hiddenAfter(ids, alone, 'a', 'isolate')]).toEqual(['b', 'c']);
  });

  it('switches single series, and never leaves an empty chart', () => {
    expect([...hiddenAfter(ids, new Set(['a']), 'b', 'toggle')]).toEqual(['a', 'b']);
    expect([...hiddenAfter(ids, new Set(['a']), 'a', 'toggle')]).toEqual([]);
    expect(hiddenAfter(ids, new Set(['a', 'b']), 'c', 'toggle').size).toBe(0);
  });
});

describe('sortedItems', () => {
  it('sorts by a calculated value with missing ones last, and by name with numbers in order', () => {
    const items = [item('host10', 2), item('host9', NaN), item('host1', 5)];
    expect(sortedItems(items, 'Mean', true).map(({ id }) => id)).toEqual([
      'host1',
      'host10',
      'host9',
    ]);
    expect(sortedItems(items, 'Mean', false).map(({ id }) => id)).toEqual([
      'host10',
      'host1',
      'host9',
    ]);
    expect(sortedItems(items, 'Name', false).map(({ id }) => id)).toEqual([
      'host1',
      'host9',
      'host10',
    ]);
  });
});
