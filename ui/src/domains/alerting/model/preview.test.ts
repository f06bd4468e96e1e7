import { describe, expect, test } from 'vitest';
import type { Frame } from '../../../data';
import { newDraft, type RuleDraft } from './draft';
import { withLevels } from './edits';
import { newExpression } from '../../../sdk/editor/expressions/expressions';
import { expressionOf, expressionQuery } from './expressions';
import { itemsOf, passes, stepsFor } from './preview';

const query = { refId: 'A', datasourceUid: 'prom', model: {} };
const draft = newDraft(query);

function threshold(type: string, params: number[]): RuleDraft {
  const data = draft.data.map((each) =>
    each.refId === 'C'
      ? expressionQuery({ ...expressionOf(each), conditions: [{ evaluator: { type, params } }] })
      : each,
  );
  return { ...draft, data };
}

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
  const holds = (type: string, params: number[]) =>
    [1, 2, 3].filter((value) => passes({ type, params }, value));
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
    expect(stepsFor(threshold('gt', [90]), 'A')).toEqual([
      { value: null, color: 'transparent' },
      { value: 90, color: 'red' },
    ]);
    expect(stepsFor(threshold('lt', [5]), 'A')).toEqual([
      { value: null, color: 'red' },
      { value: 5, color: 'transparent' },
    ]);
    expect(stepsFor(threshold('within_range', [1, 4]), 'A')?.map(({ color }) => color)).toEqual([
      'transparent',
      'red',
      'transparent',
    ]);
    expect(stepsFor(threshold('outside_range', [1, 4]), 'A')?.map(({ color }) => color)).toEqual([
      'red',
      'transparent',
      'red',
    ]);
  });

  test('mark each severity in a colour of its own', () => {
    const levels = [
      { labels: { severity: 'critical' }, evaluator: { type: 'gt', params: [90] } },
      { labels: { severity: 'warning' }, evaluator: { type: 'gt', params: [70] } },
    ];
    const steps = stepsFor(
      { ...draft, ...withLevels(draft), thresholds: { of: 'B', levels } },
      'A',
    );
    expect(steps).toEqual([
      { value: null, color: 'transparent' },
      { value: 70, color: 'orange' },
      { value: 90, color: 'red' },
    ]);
  });

  test('are not drawn where a formula stands between: its numbers are others', () => {
    const data = [
      ...draft.data.slice(0, 1),
      expressionQuery({ ...newExpression('math', 'B', ''), expression: '$A * 100' }),
      ...draft.data.slice(2),
    ];
    expect(stepsFor({ ...draft, data }, 'A')).toBeUndefined();
    expect(stepsFor({ ...draft, data }, 'B')).toBeUndefined();
  });
});
