import { expect, test } from 'vitest';
import { policiesFor } from '../addresses';
import {
  addedBelow,
  changedAt,
  countBelow,
  inheritedAt,
  movedAt,
  policyAt,
  readLabels,
  removedAt,
  tidy,
  withMatchers,
  type Policy,
} from './model';

const tree: Policy = {
  receiver: 'mail',
  group_wait: '10s',
  routes: [
    {
      receiver: 'web',
      object_matchers: [['team', '=', 'web']],
      routes: [{ group_by: ['cluster'] }, { receiver: 'pager' }],
    },
    { object_matchers: [['team', '=', 'db']] },
  ],
};

test('a policy is found by its place, and changed without changing the others', () => {
  expect(policyAt(tree, [0, 1])).toEqual({ receiver: 'pager' });
  expect(policyAt(tree, [3])).toBeUndefined();
  const changed = changedAt(tree, [0, 1], (policy) => ({ ...policy, continue: true }));
  expect(policyAt(changed, [0, 1])).toEqual({ receiver: 'pager', continue: true });
  expect(policyAt(changed, [1])).toBe(policyAt(tree, [1]));
  expect(policyAt(tree, [0, 1])).toEqual({ receiver: 'pager' });
});

test('policies are added at the end, removed with nested policies, and moved among siblings', () => {
  expect(addedBelow(tree, [1], { receiver: 'new' }).routes?.[1]?.routes).toEqual([
    { receiver: 'new' },
  ]);
  expect(removedAt(tree, [0]).routes).toEqual([tree.routes?.[1]]);
  expect(movedAt(tree, [0, 1], -1).routes?.[0]?.routes).toEqual([
    { receiver: 'pager' },
    { group_by: ['cluster'] },
  ]);
  expect(movedAt(tree, [1], 1)).toEqual(tree);
  expect(movedAt(tree, [0], -1)).toEqual(tree);
  expect(countBelow(tree)).toBe(4);
});

test('empty settings are inherited from the parent policies', () => {
  expect(inheritedAt(tree, [0, 0])).toEqual({
    receiver: 'web',
    groupBy: ['grafana_folder', 'alertname'],
    groupWait: '10s',
    groupInterval: '5m',
    repeatInterval: '4h',
  });
  expect(inheritedAt(tree, [])).toMatchObject({ receiver: '', groupWait: '30s' });
});

test('emptied fields are inherited again', () => {
  expect(
    tidy({
      receiver: '',
      group_wait: '',
      continue: false,
      mute_time_intervals: [],
      object_matchers: [['a', '=', 'b']],
      group_by: [],
    }),
  ).toEqual({
    object_matchers: [['a', '=', 'b']],
    group_by: [],
  });
  expect(withMatchers({}, [{ name: 'a', operator: '=~', value: 'b' }])).toEqual({
    object_matchers: [['a', '=~', 'b']],
  });
});

test('labels are read with commas, spaces, braces and quotes', () => {
  expect(readLabels('team=web severity="very critical", empty= a=b=c')).toEqual({
    team: 'web',
    severity: 'very critical',
    empty: '',
    a: 'b=c',
  });
  expect(readLabels('{team="we\\"b"}')).toEqual({ team: 'we"b' });
  expect(readLabels('team = web, a=b')).toEqual({ team: 'web', a: 'b' });
  expect(readLabels('half')).toEqual({});
});

test('a link to the routing preview keeps the labels unchanged', () => {
  const labels = { alertname: 'Disk is "full"', path: 'C:\\data', team: 'web' };
  const text = new URL(policiesFor(labels), 'http://localhost').searchParams.get('labels') ?? '';
  expect(readLabels(text)).toEqual(labels);
});
