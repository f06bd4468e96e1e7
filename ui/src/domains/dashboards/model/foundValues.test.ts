import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../data';
import { valuesOf } from './foundValues';

const frame = (columns: Record<string, unknown[]>): Frame => ({
  length: Object.values(columns)[0]?.length ?? 0,
  fields: Object.entries(columns).map(([name, values]) => ({
    name,
    type: 'string',
    values,
    config: {},
  })),
});

describe('values of a query variable', () => {
  it('are pairs where columns say so, in any order', () => {
    expect(valuesOf([frame({ __value: [1, 2], __text: ['one', 'two'] })])).toEqual([
      { text: 'one', value: '1' },
      { text: 'two', value: '2' },
    ]);
  });

  it('are those of all columns otherwise, each text once', () => {
    expect(
      valuesOf([frame({ host: ['a', 'b', null], port: [80, 'a', 81] })]).map(({ text }) => text),
    ).toEqual(['a', 'b', '80', '81']);
    expect(valuesOf([frame({ __text: ['a'], id: [7] })]).map(({ text }) => text)).toEqual([
      'a',
      '7',
    ]);
  });

  it('come from every frame', () => {
    expect(
      valuesOf([frame({ a: ['x'] }), frame({ a: ['x', 'y'] })]).map(({ text }) => text),
    ).toEqual(['x', 'y']);
  });
});
