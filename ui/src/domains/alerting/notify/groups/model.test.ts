import { expect, test } from 'vitest';
import type { ActiveAlert, AlertGroup } from './api';
import { countAlerts, foundGroups, stateOf, receiverUrl } from './model';

function alert(
  fingerprint: string,
  labels: Record<string, string>,
  silencedBy: string[] = [],
  inhibitedBy: string[] = [],
  mutedBy: string[] = [],
): ActiveAlert {
  return {
    fingerprint,
    labels,
    annotations: {},
    startsAt: '',
    endsAt: '',
    updatedAt: '',
    receivers: [],
    status: { state: 'active', silencedBy, inhibitedBy, mutedBy },
  };
}

const PLACE = { groupKey: '', mutedBy: [] };

const groups: AlertGroup[] = [
  {
    labels: {},
    receiver: { name: 'web' },
    ...PLACE,
    alerts: [alert('1', { team: 'web', host: 'a' }), alert('2', { team: 'web', host: 'b' }, ['s'])],
  },
  {
    labels: {},
    receiver: { name: 'all' },
    ...PLACE,
    alerts: [alert('1', { team: 'web', host: 'a' })],
  },
];

test('a silence is shown before an inhibition, a mute timing and an acknowledgement', () => {
  expect(stateOf(alert('1', {}, ['s'], ['i']), true)).toBe('silenced');
  expect(stateOf(alert('1', {}, [], ['i'], ['m']), true)).toBe('inhibited');
  expect(stateOf(alert('1', {}, [], [], ['m']), true)).toBe('muted');
  expect(stateOf(alert('1', {}), true)).toBe('acknowledged');
  expect(stateOf(alert('1', {}), false)).toBe('active');
});

test('groups are found by receiver, state and words; an alert in two groups counts once', () => {
  const none = new Set<string>();
  const all = { text: '', state: '', receiver: '' } as const;
  expect(countAlerts(foundGroups(groups, all, none))).toBe(2);
  expect(foundGroups(groups, { ...all, receiver: 'all' }, none)).toHaveLength(1);
  expect(
    foundGroups(groups, { ...all, state: 'silenced' }, none)[0]?.alerts.map(
      ({ fingerprint }) => fingerprint,
    ),
  ).toEqual(['2']);
  expect(foundGroups(groups, { ...all, state: 'acknowledged' }, new Set(['1']))).toHaveLength(2);
  expect(foundGroups(groups, { ...all, text: 'host=b' }, none)).toHaveLength(1);
  expect(
    foundGroups(groups, { ...all, text: 'WEB host!=b' }, none).flatMap(({ alerts }) => alerts),
  ).toHaveLength(2);
});

test('alerts are ordered by labels, with numbers in natural order', () => {
  const alerts = ['disk 10', 'disk 9', 'disk 1'].map((host) => alert(host, { host }));
  const [group] = foundGroups(
    [{ labels: {}, receiver: { name: 'web' }, ...PLACE, alerts }],
    { text: 'host="disk 9"', state: '', receiver: '' },
    new Set(),
  );
  expect(group?.alerts.map(({ fingerprint }) => fingerprint)).toEqual(['disk 9']);
  const [all] = foundGroups(
    [{ labels: {}, receiver: { name: 'web' }, ...PLACE, alerts }],
    { text: '', state: '', receiver: '' },
    new Set(),
  );
  expect(all?.alerts.map(({ fingerprint }) => fingerprint)).toEqual([
    'disk 1',
    'disk 9',
    'disk 10',
  ]);
});

test('a group links to its contact point, or to the data source of its external Alertmanager', () => {
  const receiver = { name: 'Central' };
  expect(receiverUrl({ groupKey: 'alertmanager/am-1:{}', receiver })).toBe(
    '/datasources/edit/am-1',
  );
  expect(receiverUrl({ groupKey: '{}/{team="a"}:{}', receiver })).toBe(
    '/alerting/notifications/receivers/edit?name=Central',
  );
});
