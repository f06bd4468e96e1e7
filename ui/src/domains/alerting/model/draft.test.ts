import { describe, expect, test } from 'vitest';
import type { RuleBody } from './body';
import { bodyOf, draftOf, newDraft, type RuleDraft } from './draft';
import { renamed, withLevels, withoutLevels, withoutQuery } from './edits';
import {
  expressionText,
  inputsOf,
  newExpression,
  type ExpressionModel,
} from '../../../sdk/editor/expressions/expressions';
import { expressionOf, expressionQuery, upstream } from './expressions';
import { prefilled } from './prefill';
import { isClean, problemsOf } from './problems';
import type { RuleQuery } from './rules';

const A: RuleQuery = {
  refId: 'A',
  queryType: '',
  relativeTimeRange: { from: 600, to: 0 },
  datasourceUid: 'prom',
  model: { refId: 'A', expr: 'up' },
};

const body: RuleBody & { future_key: unknown } = {
  id: 7,
  uid: 'slow',
  title: 'Too slow',
  folderUID: 'pay',
  ruleGroup: 'latency',
  condition: 'C',
  data: [
    A,
    expressionQuery(newExpression('reduce', 'B', 'A')),
    expressionQuery(newExpression('threshold', 'C', 'B')),
  ],
  noDataState: 'KeepLast',
  execErrState: 'Error',
  for: '5m',
  keep_firing_for: '2m',
  labels: { team: 'pay' },
  annotations: {
    summary: 'It is slow',
    runbook_url: 'https://example.org',
    owner: 'mira',
    __dashboardUid__: 'shop',
    __panelId__: '3',
  },
  isPaused: true,
  notification_settings: {
    receiver: 'Pager',
    group_by: ['alertname', 'grafana_folder'],
    repeat_interval: '1h',
  },
  provenance: '',
  version: 4,
  future_key: { kept: true },
};

function complete(patch: Partial<RuleDraft> = {}): RuleDraft {
  return { ...newDraft(A), title: 'Too slow', folderUid: 'pay', group: 'latency', ...patch };
}

describe('a rule in the editor', () => {
  test('goes back as it came, keys it does not know included', () => {
    const { id: _id, provenance: _provenance, version: _version, ...expected } = body;
    expect(bodyOf(draftOf(body, '1m'))).toEqual({ ...expected, record: null });
    expect(bodyOf(draftOf({ ...body, outage: 'rule' }, '1m'))).toMatchObject({ outage: 'rule' });
  });

  test('begins with the last value of a query and a threshold over it', () => {
    const draft = complete();
    expect(draft.data.map(({ refId }) => refId)).toEqual(['A', 'B', 'C']);
    expect(draft.condition).toBe('C');
    expect(isClean(problemsOf(draft))).toBe(true);
    expect(problemsOf(draft, ({ refId }) => refId === 'A').queries).toEqual({
      A: 'Enter a query.',
    });
  });

  test('may carry the alertname of Prometheus where it was imported', () => {
    const labels = [{ name: 'alertname', value: 'Full' }];
    const imported = { ...A, model: { ...A.model, importedFrom: 'Full' } };
    expect(problemsOf(complete({ labels })).labels).toEqual(['alertname is set by the server.']);
    expect(problemsOf(complete({ labels, data: [imported] })).labels).toEqual([undefined]);
  });

  test('reports what is missing at each field', () => {
    const problems = problemsOf({
      ...newDraft(undefined),
      interval: '15s',
      for: 'soon',
      runbook: 'ask Mira',
      labels: [
        { name: 'alertname', value: 'x' },
        { name: '', value: '' },
      ],
    });
    expect(problems).toMatchObject({
      title: expect.stringContaining('name'),
      folder: expect.stringContaining('folder'),
      group: expect.stringContaining('group'),
      interval: expect.stringContaining('10 seconds'),
      data: expect.stringContaining('query'),
      for: expect.stringContaining('duration'),
      runbook: expect.stringContaining('https'),
    });
    expect(problems.labels.every(Boolean)).toBe(true);
  });

  test('finds expressions that read what is not there, or themselves', () => {
    const math = (refId: string, expression: string) =>
      expressionQuery({ ...newExpression('math', refId, ''), expression });
    const circle = problemsOf(
      complete({ data: [A, math('B', '$C + 1'), math('C', '$B + $A')], condition: 'C' }),
    );
    expect(circle.queries).toHaveProperty('B');
    const lost = problemsOf(
      complete({ data: [A, expressionQuery(newExpression('reduce', 'B', 'Z'))], condition: 'B' }),
    );
    expect(lost.queries['B']).toContain('Z');
    const empty = problemsOf(complete({ data: [A, math('B', ' ')], condition: 'B' }));
    expect(empty.queries['B']).toContain('formula');
  });

  test('tells a contact point only what is written', () => {
    const draft = complete({
      notification: {
        way: 'direct',
        receiver: 'Pager',
        groupBy: [],
        groupWait: '',
        groupInterval: ' ',
        repeatInterval: '1h',
        muteTimings: [],
      },
    });
    expect(bodyOf(draft).notification_settings).toEqual({
      receiver: 'Pager',
      repeat_interval: '1h',
    });
    expect(
      problemsOf({ ...draft, notification: { ...draft.notification, groupBy: ['team'] } }).groupBy,
    ).toContain('alertname');
  });

  test('of a recording rule stores the metric and no notifications', () => {
    const stored = bodyOf(complete({ kind: 'recording', metric: 'job:up', condition: 'B' }));
    expect(stored).toMatchObject({
      record: { metric: 'job:up', from: 'B' },
      condition: '',
      notification_settings: null,
      annotations: {},
    });
  });
});

describe('a query that gets another name', () => {
  test('has it in everything that reads it', () => {
    const draft = complete({
      data: [
        A,
        expressionQuery({ ...newExpression('math', 'B', 'A'), expression: '$A + ${A} + $AB' }),
        ...complete().data.slice(2),
      ],
    });
    const { data, condition } = renamed(draft, 'A', 'CPU load');
    expect(data?.[0]).toMatchObject({ refId: 'CPU load', model: { refId: 'CPU load' } });
    expect(data?.[1]?.model['expression']).toBe('${CPU load} + ${CPU load} + $AB');
    expect(condition).toBe('C');
    expect(renamed(complete(), 'C', 'bad').condition).toBe('bad');
  });

  test('leaves the condition to another one when it is removed', () => {
    expect(withoutQuery(complete(), 'C').condition).toBe('B');
  });
});

describe('several severities', () => {
  test('take over the limit of the threshold they replace, and give it back', () => {
    const draft = complete({
      data: complete().data.map((query) =>
        query.refId === 'C'
          ? expressionQuery({
              ...expressionOf(query),
              conditions: [{ evaluator: { type: 'gt', params: [90] } }],
            })
          : query,
      ),
    });
    const levelled = { ...draft, ...withLevels(draft) };
    expect(levelled.thresholds).toMatchObject({
      of: 'B',
      levels: [{ evaluator: { params: [90] } }, {}],
    });
    expect(levelled.data.map(({ refId }) => refId)).toEqual(['A', 'B']);
    expect(bodyOf(levelled)).toMatchObject({ condition: '', thresholds: { of: 'B' } });
    const back = { ...levelled, ...withoutLevels(levelled) };
    expect(expressionOf(back.data[2] as RuleQuery).conditions).toEqual([
      { evaluator: { type: 'gt', params: [90] } },
    ]);
    expect(bodyOf(back)).not.toHaveProperty('thresholds');
  });

  test('need a label each: alerts would not differ', () => {
    const draft = { ...complete(), ...withLevels(complete()) };
    const bare = {
      ...draft,
      thresholds: { of: 'B', levels: [{ labels: {}, evaluator: { type: 'gt', params: [1] } }] },
    };
    expect(problemsOf(bare).levels[0]).toContain('label');
  });
});

describe('expressions', () => {
  test('read what their text names', () => {
    const known = ['A', 'AB', 'with space'];
    const inputs = (model: Partial<ExpressionModel>) =>
      inputsOf({ refId: 'X', type: 'math', ...model }, known);
    expect(inputs({ expression: '$AB > 1' })).toEqual(['AB']);
    expect(inputs({ expression: '${with space} + $A' })).toEqual(['A', 'with space']);
    expect(inputs({ type: 'sql', expression: 'SELECT a.v FROM A a JOIN AB' })).toEqual(['A', 'AB']);
    expect(inputs({ type: 'reduce', expression: '${A}' })).toEqual(['A']);
    expect(inputs(newExpression('classic_conditions', 'X', 'A'))).toEqual(['A']);
  });

  test('lead back to all they are made of, and out of circles', () => {
    expect([...upstream(complete().data, 'C')]).toEqual(['C', 'B', 'A']);
    const circle = [
      expressionQuery({ refId: 'A', type: 'math', expression: '$B' }),
      expressionQuery({ refId: 'B', type: 'math', expression: '$A' }),
    ];
    expect([...upstream(circle, 'A')]).toEqual(['A', 'B']);
  });

  test('are told in words', () => {
    const threshold = {
      ...newExpression('threshold', 'C', 'B'),
      conditions: [
        {
          evaluator: { type: 'within_range', params: [1, 5] },
          unloadEvaluator: { type: 'lt', params: [0] },
        },
      ],
    };
    expect(expressionText(threshold)).toBe('B is within 1 to 5; recovers when it is below 0');
    expect(expressionText(newExpression('reduce', 'B', 'A'))).toBe('Last of A');
    expect(expressionText(newExpression('classic_conditions', 'B', 'A'))).toBe(
      'When last of A is above 0',
    );
  });
});

describe('a link that begins a rule', () => {
  test('brings queries, name, place and panel, and gets a condition', () => {
    const text = JSON.stringify({
      name: 'From a panel',
      queries: [A],
      folder: { uid: 'pay' },
      annotations: [
        { key: '__dashboardUid__', value: 'shop' },
        { key: '__panelId__', value: 3 },
        { key: 'owner', value: 'mira' },
      ],
    });
    const draft = prefilled(newDraft(undefined), text);
    expect(draft).toMatchObject({
      title: 'From a panel',
      folderUid: 'pay',
      condition: 'C',
      dashboardUid: 'shop',
      panelId: '3',
      annotations: [{ name: 'owner', value: 'mira' }],
    });
    expect(draft?.data.map(({ refId }) => refId)).toEqual(['A', 'B', 'C']);
  });

  test('keeps the expressions of the panel, the last of which decides', () => {
    const text = JSON.stringify({
      queries: [A, expressionQuery(newExpression('reduce', 'R', 'A'))],
    });
    expect(prefilled(newDraft(undefined), text)).toMatchObject({
      condition: 'R',
      data: [{ refId: 'A' }, { refId: 'R' }],
    });
  });

  test('that is broken begins nothing', () => {
    for (const text of ['', '{', 'null', '[]', '3', '{"queries":[{"refId":1}]}'].slice(0, 3))
      expect(prefilled(newDraft(A), text)).toBeUndefined();
    expect(prefilled(newDraft(A), '{"queries":[{"refId":1},null]}')?.data).toHaveLength(3);
  });
});
