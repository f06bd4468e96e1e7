import { expect, test } from 'vitest';
import type { ActiveAlert, AlertGroup } from './api';
import { countAlerts, foundGroups, standingOf, tellerUrl } from './model';

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

test('the strongest reason for silence is told', () => {
  expect(standingOf(alert('1', {}, ['s'], ['i']), true)).toBe('silenced');
  expect(standingOf(alert('1', {}, [], ['i'], ['m']), true)).toBe('inhibited');
  expect(standingOf(alert('1', {}, [], [], ['m']), true)).toBe('muted');
  expect(standingOf(alert('1', {}), true)).toBe('acknowledged');
  expect(standingOf(alert('1', {}), false)).toBe('active');
});

test('groups are found by receiver, state and words; an alert in two groups counts once', () => {
  const none = new Set<string>();
  const all = { text: '', standing: '', receiver: '' } as const;
  expect(countAlerts(foundGroups(groups, all, none))).toBe(2);
  expect(foundGroups(groups, { ...all, receiver: 'all' }, none)).toHaveLength(1);
  expect(
    foundGroups(groups, { ...all, standing: 'silenced' }, none)[0]?.alerts.map(
      ({ fingerprint }) => fingerprint,
    ),
  ).toEqual(['2']);
  expect(foundGroups(groups, { ...all, standing: 'acknowledged' }, new Set(['1']))).toHaveLength(2);
  expect(foundGroups(groups, { ...all, text: 'host=b' }, none)).toHaveLength(1);
  expect(
    foundGroups(groups, { ...all, text: 'WEB host!=b' }, none).flatMap(({ alerts }) => alerts),
  ).toHaveLength(2);
});

test('alerts stand in the order of their labels, numbers as people count', () => {
  const alerts = ['disk 10', 'disk 9', 'disk 1'].map((host) => alert(host, { host }));
  const [group] = foundGroups(
    [{ labels: {}, receiver: { name: 'web' }, ...PLACE, alerts }],
    { text: 'host="disk 9"', standing: '', receiver: '' },
    new Set(),
  );
  expect(group?.alerts.map(({ fingerprint }) => fingerprint)).toEqual(['disk 9']);
  const [all] = foundGroups(
    [{ labels: {}, receiver: { name: 'web' }, ...PLACE, alerts }],
    { text: '', standing: '', receiver: '' },
    new Set(),
  );
  expect(all?.alerts.map(({ fingerprint }) => fingerprint)).toEqual([
    'disk 1',
    'disk 9',
    'disk 10',
  ]);
});

test('a group leads to who tells it: a contact point, or the data source that it is handed to', () => {
  const receiver = { name: 'Central' };
  expect(tellerUrl({ groupKey: 'alertmanager/am-1:{}', receiver })).toBe('/datasources/edit/am-1');
  expect(tellerUrl({ groupKey: '{}/{team="a"}:{}', receiver })).toBe(
    '/alerting/notifications/receivers/edit?name=Central',
  );
});
