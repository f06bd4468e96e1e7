import { expect, test } from 'vitest';
import {
  affectedCounts,
  bodyOf,
  draftOf,
  endOf,
  hasWords,
  linkedDraft,
  problemsOf,
  type Silence,
} from './model';

const NOW = Date.parse('2026-01-31T12:00:00Z');

const stored: Silence = {
  id: 'one',
  status: { state: 'active' },
  matchers: [{ name: 'team', value: 'web|db', isRegex: true, isEqual: true }],
  startsAt: '2026-01-31T11:00:00.000Z',
  endsAt: '2026-01-31T13:00:00.000Z',
  createdBy: 'ada',
  comment: 'replacing disks',
  updatedAt: '2026-01-31T11:00:00.000Z',
};

test('a link in a notification fills the form', () => {
  const draft = linkedDraft(
    new URLSearchParams('alertmanager=grafana&matcher=alertname%3DDisk%20full&matcher=team%3Dweb'),
  );
  expect(draft.matchers).toEqual([
    { name: 'alertname', operator: '=', value: 'Disk full' },
    { name: 'team', operator: '=', value: 'web' },
  ]);
  expect(problemsOf(draft, NOW)).toEqual({});
  expect(bodyOf(draft, 'ada', NOW)).toEqual({
    matchers: [
      { name: 'alertname', value: 'Disk full', isRegex: false, isEqual: true },
      { name: 'team', value: 'web', isRegex: false, isEqual: true },
    ],
    startsAt: '2026-01-31T12:00:00.000Z',
    endsAt: '2026-01-31T14:00:00.000Z',
    createdBy: 'ada',
    comment: '',
  });
});

test('an edited silence keeps its start and end, and a new duration counts from now', () => {
  const draft = draftOf(stored);
  expect(bodyOf(draft, 'bob', NOW)).toMatchObject({
    id: 'one',
    startsAt: stored.startsAt,
    endsAt: stored.endsAt,
    matchers: stored.matchers,
  });
  expect(new Date(endOf({ ...draft, duration: '30m' }, NOW)).toISOString()).toBe(
    '2026-01-31T12:30:00.000Z',
  );
});

test('an expired silence becomes a new one', () => {
  const again = draftOf({ ...stored, status: { state: 'expired' } });
  expect(bodyOf(again, 'bob', NOW)).not.toHaveProperty('id');
  expect(bodyOf(again, 'bob', NOW).startsAt).toBe('2026-01-31T12:00:00.000Z');
});

test('a silence of all alerts, without an end, or with an end before its start is invalid', () => {
  const draft = linkedDraft(new URLSearchParams('matcher=team%3Dweb'));
  expect(problemsOf({ ...draft, matchers: [] }, NOW).matchers).toContain('at least one');
  expect(
    problemsOf({ ...draft, matchers: [{ name: 'a', operator: '=~', value: '.*' }] }, NOW).matchers,
  ).toContain('all alerts');
  expect(problemsOf({ ...draft, duration: 'soon' }, NOW).end).toContain('Enter a duration');
  expect(problemsOf({ ...draft, duration: '', endsAt: NOW - 1 }, NOW).end).toContain(
    'after the start',
  );
  expect(
    problemsOf(
      { ...draft, recurring: [{ times: [{ start_time: '03:00', end_time: '01:00' }] }] },
      NOW,
    ).recurring,
  ).toContain('midnight');
});

test('silences are found by words, and their suppressed alerts are counted', () => {
  expect(hasWords(stored, 'TEAM disks')).toBe(true);
  expect(hasWords(stored, 'nobody')).toBe(false);
  const alert = {
    fingerprint: 'f',
    labels: {},
    annotations: {},
    startsAt: '',
    endsAt: '',
    updatedAt: '',
    receivers: [],
  };
  const status = { state: 'suppressed' as const, silencedBy: ['one', 'two'], inhibitedBy: [] };
  expect(
    affectedCounts([
      { ...alert, status },
      { ...alert, status: { ...status, silencedBy: ['one'] } },
    ]),
  ).toEqual(
    new Map([
      ['one', 2],
      ['two', 1],
    ]),
  );
});
