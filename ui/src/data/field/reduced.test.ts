import { describe, expect, test } from 'vitest';
import { ctx, field, frame, time } from '../testing/fields';
import { applyFieldConfig } from './config';
import { reduceForDisplay } from './reduced';

describe('values for stat, gauge, bar gauge and pie', () => {
  const frames = applyFieldConfig(
    [
      frame([
        time(),
        field('cpu', [1, null]),
        field('mem', [5, 6]),
        field('host', ['x', 'y'], { type: 'string' }),
      ]),
    ],
    { defaults: { unit: 'percent' }, overrides: [] },
    ctx,
  );
  const names = (options: Parameters<typeof reduceForDisplay>[1]): [string, number][] =>
    reduceForDisplay(frames, options).map((one) => [one.name, one.numeric]);

  test('one value a number field, of the last known', () => {
    expect(names({ calcs: ['lastNotNull'] })).toEqual([
      ['cpu', 1],
      ['mem', 6],
    ]);
    expect(names({})).toEqual([
      ['cpu', 1],
      ['mem', 6],
    ]);
  });

  test('a name or an expression chooses the fields', () => {
    expect(names({ calcs: ['max'], fields: 'mem' })).toEqual([['mem', 6]]);
    expect(names({ calcs: ['max'], fields: '/^c/' })).toEqual([['cpu', 1]]);
  });

  test('all rows, named after the text beside them', () => {
    expect(names({ values: true, fields: 'mem' })).toEqual([
      ['x mem', 5],
      ['y mem', 6],
    ]);
    expect(names({ values: true, limit: 3 }).length).toBe(3);
  });

  test('a limit is for rows, series are all shown', () => {
    const many = Array.from({ length: 40 }, (_, i) =>
      frame([field('Value', [i], { labels: { i: `h${i}` } })]),
    );
    expect(reduceForDisplay(many, { calcs: ['last'] })).toHaveLength(40);
  });

  test('several calculations of a field are told apart', () => {
    expect(names({ calcs: ['max', 'min'], fields: 'mem' })).toEqual([
      ['mem (Max)', 6],
      ['mem (Min)', 5],
    ]);
  });

  test('nothing is shown of hidden fields', () => {
    const hidden = applyFieldConfig(
      [frame([field('a', [1])])],
      { defaults: { custom: { hideFrom: { viz: true } } }, overrides: [] },
      ctx,
    );
    expect(reduceForDisplay(hidden)).toEqual([]);
  });
});
