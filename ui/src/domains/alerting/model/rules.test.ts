import { describe, expect, test } from 'vitest';
import type { GroupStatus } from '../../../sdk/alertStates';
import {
  foreign,
  joined,
  readOnlyReason,
  sourcesOf,
  statusOf,
  type RulerAnswer,
  type RulerRule,
} from './rules';
import { found, matchesState, rowsOf } from './search';

function rule(
  uid: string,
  title: string,
  more: Partial<RulerRule['grafana_alert']> = {},
  labels: Record<string, string> = {},
): RulerRule {
  return {
    expr: '',
    for: '5m',
    labels,
    annotations: {},
    grafana_alert: {
      id: 1,
      orgId: 1,
      updated: '',
      updated_by: { name: '' },
      intervalSeconds: 60,
      version: 1,
      no_data_state: 'NoData',
      exec_err_state: 'Error',
      is_paused: false,
      uid,
      title,
      condition: 'A',
      data: [],
      namespace_uid: 'pay',
      rule_group: 'latency',
      ...more,
    },
  };
}

const stored: RulerAnswer = {
  Payments: [
    {
      name: 'latency',
      interval: '1m',
      rules: [
        rule(
          'slow',
          'Too slow',
          {
            data: [
              {
                refId: 'A',
                queryType: '',
                relativeTimeRange: { from: 600, to: 0 },
                datasourceUid: 'prom',
                model: {},
              },
            ],
          },
          { team: 'pay', severity: 'critical' },
        ),
      ],
    },
    {
      name: 'disks',
      interval: '30s',
      rules: [rule('full', 'Disk full', { is_paused: true, rule_group: 'disks' })],
    },
  ],
  'A first folder': [
    {
      name: 'g',
      interval: '1m',
      rules: [
        rule('first', 'First', {
          namespace_uid: 'first',
          rule_group: 'g',
          notification_settings: { receiver: 'Pager' },
        }),
      ],
    },
  ],
};
const states: GroupStatus[] = [
  {
    name: 'latency',
    file: 'Payments',
    folderUid: 'pay',
    interval: 60,
    rules: [
      {
        uid: 'slow',
        name: 'Too slow',
        state: 'firing',
        health: 'ok',
        type: 'alerting',
        totals: { alerting: 2, normal: 5 },
        lastEvaluation: '2026-11-21T20:00:00Z',
      },
    ],
  },
];
const rules = joined(stored, states);
const everything = { text: '', state: '', source: '', receiver: '' } as const;

describe('the list of rules', () => {
  test('is in the order of folders and groups, each rule with its state', () => {
    expect(rules.map(({ title }) => title)).toEqual(['First', 'Disk full', 'Too slow']);
    expect(rules[2]).toMatchObject({
      state: 'firing',
      folder: 'Payments',
      interval: '1m',
      sourceUids: ['prom'],
      counts: { firing: 2, normal: 5 },
    });
    expect(rules[0]?.state).toBeUndefined();
  });

  test('finds the state of a rule by its place where the server tells no uids', () => {
    const [group] = states;
    const nameless = group
      ? [{ ...group, rules: group.rules.map(({ uid: _uid, ...rest }) => rest) }]
      : [];
    expect(joined(stored, nameless)[2]?.state).toBe('firing');
    expect(statusOf(nameless, 'slow', 'pay', 'latency', 'Too slow')?.standing.counts.firing).toBe(
      2,
    );
  });

  test('does not take the zero time for an evaluation', () => {
    const [group] = states;
    const never = group
      ? [
          {
            ...group,
            rules: group.rules.map((each) => ({ ...each, lastEvaluation: '0001-01-01T00:00:00Z' })),
          },
        ]
      : [];
    expect(joined(stored, never)[2]?.lastEvaluation).toBeUndefined();
  });

  test('is searched by words of titles, folders and labels, whatever their case', () => {
    const titles = (text: string) =>
      found(rules, { ...everything, text }).map(({ title }) => title);
    expect(titles('SLOW')).toEqual(['Too slow']);
    expect(titles('payments disk')).toEqual(['Disk full']);
    expect(titles('"too slow"')).toEqual(['Too slow']);
    expect(titles('nothing like it')).toEqual([]);
  });

  test('is searched by tests of labels, and a broken expression finds nothing', () => {
    const titles = (text: string) =>
      found(rules, { ...everything, text }).map(({ title }) => title);
    expect(titles('severity=critical')).toEqual(['Too slow']);
    expect(titles('severity=~crit.* team=pay')).toEqual(['Too slow']);
    expect(titles('severity!=critical')).toEqual(['First', 'Disk full']);
    expect(titles('severity=~(')).toEqual([]);
    const [first, ...rest] = rules;
    const noted = first ? [{ ...first, labels: { note: 'two\nlines' } }, ...rest] : [];
    expect(found(noted, { ...everything, text: 'note=~two.*' }).map(({ title }) => title)).toEqual([
      'First',
    ]);
  });

  test('is narrowed by data source and contact point', () => {
    expect(found(rules, { ...everything, source: 'prom' }).map(({ uid }) => uid)).toEqual(['slow']);
    expect(found(rules, { ...everything, receiver: 'Pager' }).map(({ uid }) => uid)).toEqual([
      'first',
    ]);
  });

  test('shows a rule under each state one of its series is in, and as normal only when all are', () => {
    const [, paused, slow] = rules;
    expect(slow && matchesState(slow, 'firing')).toBe(true);
    expect(slow && matchesState(slow, 'normal')).toBe(false);
    expect(paused && matchesState(paused, 'paused')).toBe(true);
  });

  test('leaves out what is below a folded folder or group', () => {
    const kinds = (folded: string[]) =>
      rowsOf(rules, new Set(folded)).map((row) =>
        row.kind === 'rule' ? row.rule.title : row.section.title,
      );
    expect(kinds([])).toEqual([
      'A first folder',
      'g',
      'First',
      'Payments',
      'disks',
      'Disk full',
      'latency',
      'Too slow',
    ]);
    expect(kinds(['pay', 'first/g'])).toEqual(['A first folder', 'g', 'Payments']);
  });
});

test('rules that a data source keeps are named by their file, and have no page', () => {
  const [own] = foreign('prom', [
    {
      name: 'g',
      file: '/etc/prometheus/rules.yml',
      interval: 15,
      rules: [{ name: 'Up', state: 'inactive', health: 'ok', type: 'alerting' }],
    },
  ]);
  expect(own).toMatchObject({
    uid: '',
    folder: 'rules.yml',
    title: 'Up',
    state: 'normal',
    sourceUids: ['prom'],
  });
});

test('expressions are no data sources of a rule', () => {
  const data = ['prom', '__expr__', '-100', 'prom'].map((datasourceUid, index) => ({
    refId: String(index),
    datasourceUid,
    model: {},
  }));
  expect(sourcesOf(data)).toEqual(['prom']);
});

test('a rule of a file or of the API says where it is changed', () => {
  expect(readOnlyReason('file', true)).toContain('provisioning file');
  expect(readOnlyReason('api', true)).toContain('API');
  expect(readOnlyReason('', true)).toBeUndefined();
  expect(readOnlyReason('', false)).toContain('Editor');
});
