import { describe, expect, test } from 'vitest';
import type { Frame } from '../../../data';
import { changesBetween } from './changes';
import { distinguishing, entriesOf, timelineFrames } from './history';
import { agoText, durationText, leftText, secondsOf } from './times';
import { valuesOf } from './values';

function history(lines: readonly unknown[]): Frame {
  return {
    length: lines.length,
    fields: [
      {
        name: 'time',
        type: 'time',
        values: lines.map((_, index) => 1000 * (index + 1)),
        config: {},
      },
      { name: 'line', type: 'other', values: [...lines], config: {} },
    ],
  };
}

const a = { alertname: 'Slow', host: 'a' };
const b = { alertname: 'Slow', host: 'b' };

describe('the timeline of a rule', () => {
  const entries = entriesOf(
    history([
      { previous: 'Normal', current: 'Pending', labels: a },
      JSON.stringify({ previous: 'Pending', current: 'Alerting (Error)', labels: a }),
      'not JSON',
      { previous: 'Alerting', current: 'Normal (MissingSeries)', labels: a },
    ]),
  );

  test('reads lines as text and as objects, and passes over broken ones', () => {
    expect(entries.map(({ current, reason }) => [current, reason])).toEqual([
      ['pending', ''],
      ['firing', 'Error'],
      ['normal', 'MissingSeries'],
    ]);
  });

  test('begins each row with what the series was in before', () => {
    const [frame] = timelineFrames(entries, [], 0);
    expect(frame?.fields[0]?.values).toEqual([0, 1000, 2000, 4000]);
    expect(frame?.fields[1]?.values).toEqual(['Normal', 'Pending', 'Firing', 'Normal']);
  });

  test('has nothing before there was such a series, or the rule', () => {
    const line = { previous: 'Normal', current: 'Pending', labels: a };
    const rowOf = (more: object) =>
      timelineFrames(entriesOf(history([{ ...line, ...more }])), [], 0)[0];
    expect(rowOf({ isFirst: true })?.fields.map(({ values }) => values)).toEqual([
      [1000],
      ['Pending'],
    ]);
    expect(rowOf({ ruleCreated: 400 })?.fields.map(({ values }) => values)).toEqual([
      [400, 1000],
      ['Normal', 'Pending'],
    ]);
    const quiet = { labels: b, state: 'Normal', activeAt: '1970-01-01T00:00:02Z' };
    expect(timelineFrames([], [quiet], 0)[0]?.fields[0]?.values).toEqual([2000]);
    expect(timelineFrames([], [quiet], 5000)[0]?.fields[0]?.values).toEqual([5000]);
  });

  test('shows series that did nothing too, and names all by what tells them apart', () => {
    const frames = timelineFrames(
      entries,
      [
        { labels: b, state: 'Alerting' },
        { labels: a, state: 'Normal' },
      ],
      0,
    );
    expect(frames.map(({ name }) => name)).toEqual(['host=a', 'host=b']);
    expect(frames[1]?.fields[1]?.values).toEqual(['Firing']);
  });

  test('of one series is named by its labels, without those every alert has', () => {
    expect(distinguishing([{ ...a, grafana_folder: 'F', __alert_rule_uid__: 'x' }])).toEqual([
      'host',
    ]);
    expect(
      timelineFrames([], [{ labels: { alertname: 'Slow' }, state: 'Normal' }], 0)[0]?.name,
    ).toBe('Slow');
  });
});

test('versions are compared place by place, without what every save sets', () => {
  const before = {
    version: 1,
    title: 'A',
    data: [{ refId: 'A', model: { expr: 'up' } }],
    labels: { team: 'x' },
  };
  const after = {
    version: 2,
    title: 'A',
    data: [{ refId: 'A', model: { expr: 'down' } }],
    for: '5m',
  };
  expect(changesBetween(before, after)).toEqual([
    { path: 'data[0].model.expr', kind: 'change', old: 'up', new: 'down' },
    { path: 'labels', kind: 'remove', old: { team: 'x' } },
    { path: 'for', kind: 'add', new: '5m' },
  ]);
  expect(changesBetween(before, structuredClone(before))).toEqual([]);
});

test('durations are written with their largest units', () => {
  expect([0, 999, 61_000, 7_200_000, 200_000_000].map(agoText)).toEqual([
    '0 s',
    '0 s',
    '1 m',
    '2 h',
    '2 d',
  ]);
  expect([0, 60, 5400, 90].map(durationText)).toEqual(['0s', '1m', '1h30m', '1m30s']);
  expect([-1, 20_000, 7_197_000, 7_200_000].map(leftText)).toEqual(['0s', '1m', '2h', '2h']);
  expect([6_600_000, 604_790_000].map(leftText)).toEqual(['1h50m', '7d']);
  expect(['', undefined, '1h30m', '90'].map(secondsOf)).toEqual([0, 0, 5400, 90]);
  expect(secondsOf('soon')).toBeNaN();
});

test('values of a series are short, and named where the server names them', () => {
  expect(valuesOf({ values: { C: 1, B: 48.00714568531172, N: 'nan' } })).toEqual([
    { name: 'B', value: '48.0071' },
    { name: 'C', value: '1' },
    { name: 'N', value: 'nan' },
  ]);
  expect(valuesOf({ value: '1.250000e+01' })).toEqual([{ name: '', value: '12.5' }]);
  expect(valuesOf({})).toEqual([]);
});
