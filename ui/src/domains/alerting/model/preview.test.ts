import { describe, expect, test } from 'vitest';
import type { Field, Frame } from '../../../data';
import { newDraft, withLevels, type RuleDraft } from './draft';
import { expressionOf, expressionQuery, newExpression } from './expressions';
import { itemsOf, passes, stepsFor, verdictsOf } from './preview';

const query = { refId: 'A', datasourceUid: 'prom', model: {} };
const draft = newDraft(query);

function number(refId: string, values: (number | null)[], labels: Record<string, string> = {}): Frame {
  const times: Field = { name: 'time', type: 'time', values: values.map((_, index) => index), config: {} };
  return { refId, fields: [times, { name: 'value', type: 'number', values, labels, config: {} }], length: values.length };
}

function threshold(type: string, params: number[]): RuleDraft {
  const data = draft.data.map((each) => (each.refId === 'C' ? expressionQuery({ ...expressionOf(each), conditions: [{ evaluator: { type, params } }] }) : each));
  return { ...draft, data };
}

describe('which series would fire', () => {
  test('is told with the number that was compared, those that fire first', () => {
    const frames = [
      number('B', [5], { host: 'a' }), number('C', [0], { host: 'a' }),
      number('B', [95], { host: 'b' }), number('C', [1], { host: 'b' }),
      number('C', [null], { host: 'c' }),
    ];
    expect(verdictsOf(draft, frames)).toEqual([
      { labels: { host: 'b' }, value: 95, outcome: 'fires' },
      { labels: { host: 'c' }, value: null, outcome: 'nodata' },
      { labels: { host: 'a' }, value: 5, outcome: 'normal' },
    ]);
  });

  test('is not decided by series: they have to be reduced', () => {
    expect(verdictsOf({ ...draft, condition: 'A' }, [number('A', [1, 2, 3])])).toMatchObject([{ outcome: 'series' }]);
  });

  test('counts a value that is not a number as firing', () => {
    expect(verdictsOf(draft, [number('C', [NaN])])).toMatchObject([{ outcome: 'fires' }]);
  });

  test('of several severities names the severest that was reached, also by limits of their own', () => {
    const levels = [
      { labels: { severity: 'critical' }, evaluator: { type: 'gt', params: [], from: 'L' } },
      { labels: { severity: 'warning' }, evaluator: { type: 'gt', params: [10] } },
    ];
    const own = { ...draft, ...withLevels(draft), thresholds: { of: 'B', levels } };
    const frames = [number('B', [50], { host: 'a' }), number('B', [50], { host: 'b' }), number('B', [1], { host: 'c' }), number('L', [40], { host: 'a' })];
    expect(verdictsOf(own, frames).map(({ outcome, level }) => level?.['severity'] ?? outcome)).toEqual(['critical', 'warning', 'normal']);
  });
});

test('a table without a time has a number for each row, its texts are labels', () => {
  const frame: Frame = {
    refId: 'A',
    length: 2,
    fields: [
      { name: 'host', type: 'string', values: ['a', 'b'], config: {} },
      { name: 'used', type: 'number', values: [1, null], config: {} },
    ],
  };
  expect(itemsOf([frame])).toEqual([
    { labels: { host: 'a' }, value: 1, isSeries: false },
    { labels: { host: 'b' }, value: null, isSeries: false },
  ]);
});

test('tests of numbers are those of the server, ends of ranges included where they say so', () => {
  const holds = (type: string, params: number[]) => [1, 2, 3].filter((value) => passes({ type, params }, value));
  expect(holds('gt', [2])).toEqual([3]);
  expect(holds('gte', [2])).toEqual([2, 3]);
  expect(holds('lt', [2])).toEqual([1]);
  expect(holds('lte', [2])).toEqual([1, 2]);
  expect(holds('eq', [2])).toEqual([2]);
  expect(holds('ne', [2])).toEqual([1, 3]);
  expect(holds('within_range', [3, 1])).toEqual([2]);
  expect(holds('within_range_included', [1, 3])).toEqual([1, 2, 3]);
  expect(holds('outside_range', [1, 2])).toEqual([3]);
  expect(holds('outside_range_included', [1, 2])).toEqual([1, 2, 3]);
});

describe('the lines of a graph', () => {
  test('mark where it is bad, above, below or between', () => {
    expect(stepsFor(threshold('gt', [90]), 'A')).toEqual([{ value: null, color: 'transparent' }, { value: 90, color: 'red' }]);
    expect(stepsFor(threshold('lt', [5]), 'A')).toEqual([{ value: null, color: 'red' }, { value: 5, color: 'transparent' }]);
    expect(stepsFor(threshold('within_range', [1, 4]), 'A')?.map(({ color }) => color)).toEqual(['transparent', 'red', 'transparent']);
    expect(stepsFor(threshold('outside_range', [1, 4]), 'A')?.map(({ color }) => color)).toEqual(['red', 'transparent', 'red']);
  });

  test('mark each severity in a colour of its own', () => {
    const levels = [
      { labels: { severity: 'critical' }, evaluator: { type: 'gt', params: [90] } },
      { labels: { severity: 'warning' }, evaluator: { type: 'gt', params: [70] } },
    ];
    const steps = stepsFor({ ...draft, ...withLevels(draft), thresholds: { of: 'B', levels } }, 'A');
    expect(steps).toEqual([{ value: null, color: 'transparent' }, { value: 70, color: 'orange' }, { value: 90, color: 'red' }]);
  });

  test('are not drawn where a formula stands between: its numbers are others', () => {
    const data = [...draft.data.slice(0, 1), expressionQuery({ ...newExpression('math', 'B', ''), expression: '$A * 100' }), ...draft.data.slice(2)];
    expect(stepsFor({ ...draft, data }, 'A')).toBeUndefined();
    expect(stepsFor({ ...draft, data }, 'B')).toBeUndefined();
  });
});
