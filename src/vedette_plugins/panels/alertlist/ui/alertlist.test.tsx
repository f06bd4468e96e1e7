import { expect, test } from 'vitest';
import { resolveOptions, type GroupStatus } from '@vedette/sdk';
import { itemsOf } from './items';
import { migrate, options } from './options';

const groups: GroupStatus[] = [
  {
    name: 'g',
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
        annotations: { summary: 'It is slow' },
        alerts: [
          { labels: { host: 'a', team: 'x' }, state: 'Alerting', activeAt: '2026-11-21T20:00:00Z' },
          { labels: { host: 'b', team: 'y' }, state: 'Pending', activeAt: '2026-11-21T21:00:00Z' },
        ],
      },
      {
        uid: 'quiet',
        name: 'Quiet',
        state: 'inactive',
        health: 'ok',
        type: 'alerting',
        alerts: [],
      },
      {
        uid: 'gone',
        name: 'Gone',
        state: 'firing',
        health: 'nodata',
        type: 'alerting',
        alerts: [{ labels: { team: 'x' }, state: 'NoData' }],
      },
      {
        uid: 'paused',
        name: 'Paused',
        state: 'firing',
        health: 'ok',
        type: 'alerting',
        isPaused: true,
        alerts: [{ labels: {}, state: 'Alerting' }],
      },
      { uid: 'rec', name: 'Recorded', state: 'inactive', health: 'ok', type: 'recording' },
    ],
  },
];

const defaults = resolveOptions(options, {});
const wanted = { ...defaults, name: '', folderUid: '' };
const titles = (patch: Partial<typeof wanted>) =>
  itemsOf(groups, { ...wanted, ...patch }).map(({ title }) => title);

test('lists rules with alerts in the wanted states, neither paused nor recording ones', () => {
  expect(titles({})).toEqual(['Too slow']);
  expect(titles({ stateFilter: { ...defaults.stateFilter, noData: true } })).toEqual([
    'Gone',
    'Too slow',
  ]);
  expect(titles({ stateFilter: { ...defaults.stateFilter, noData: true, normal: true } })).toEqual([
    'Gone',
    'Quiet',
    'Too slow',
  ]);
  expect(titles({ name: 'nothing' })).toEqual([]);
  expect(titles({ folderUid: 'infra' })).toEqual([]);
});

test('leaves out alerts in other states, and tells of the worst of the others', () => {
  const [item] = itemsOf(groups, {
    ...wanted,
    stateFilter: { ...defaults.stateFilter, firing: false },
  });
  expect(item).toMatchObject({
    state: 'pending',
    alerts: [{ labels: { host: 'b' }, summary: 'It is slow' }],
  });
});

test('groups alerts by labels', () => {
  const items = itemsOf(groups, {
    ...wanted,
    groupMode: 'custom',
    groupBy: ['team'],
    stateFilter: { ...defaults.stateFilter, noData: true },
  });
  expect(items.map(({ title, alerts }) => [title, alerts.length])).toEqual([
    ['team=x', 2],
    ['team=y', 1],
  ]);
});

test('orders by name, importance and time', () => {
  const all = { stateFilter: { ...defaults.stateFilter, noData: true, normal: true } };
  expect(titles({ ...all, sortOrder: 2 })).toEqual(['Too slow', 'Quiet', 'Gone']);
  expect(titles({ ...all, sortOrder: 3 })).toEqual(['Too slow', 'Gone', 'Quiet']);
  expect(titles({ ...all, sortOrder: 5 })[0]).toBe('Too slow');
});

test('takes options as older dashboards store them', () => {
  const stored = migrate({
    type: 'alertlist',
    options: { groupBy: ['team', 'host'], stateFilter: { firing: true, inactive: true } },
  });
  expect(stored['options']).toMatchObject({
    groupBy: ['team', 'host'],
    stateFilter: { firing: true, normal: true },
  });
});
