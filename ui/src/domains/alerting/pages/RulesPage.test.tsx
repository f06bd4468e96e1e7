import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { close, EDITOR, serve, show, signIn, VIEWER } from '../testing';
import { RulesPage } from './RulesPage';

const stored = (uid: string, title: string, labels: object, more: object = {}) => ({
  labels,
  grafana_alert: {
    uid,
    title,
    condition: 'A',
    data: [],
    namespace_uid: 'pay',
    rule_group: 'latency',
    no_data_state: 'NoData',
    exec_err_state: 'Error',
    is_paused: false,
    ...more,
  },
});
const status = (uid: string, name: string, state: string) => ({
  uid,
  name,
  state,
  health: 'ok',
  type: 'alerting',
  labels: {},
  alerts: [],
  totals: state === 'firing' ? { alerting: 1 } : { normal: 1 },
});
const RULES = 'GET /api/ruler/grafana/api/v1/rules';
const responses = {
  [RULES]: {
    Payments: [
      {
        name: 'latency',
        interval: '1m',
        rules: [
          stored('slow', 'Too slow', { team: 'pay', severity: 'critical' }),
          stored('full', 'Disk full', { team: 'ops' }),
          stored('off', 'Old check', {}, { is_paused: true }),
        ],
      },
    ],
  },
  'GET /api/prometheus/grafana/api/v1/rules': {
    data: {
      groups: [
        {
          name: 'latency',
          file: 'Payments',
          interval: 60,
          rules: [status('slow', 'Too slow', 'firing'), status('full', 'Disk full', 'inactive')],
        },
      ],
    },
  },
};

vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => signIn(EDITOR));
afterEach(close);

const titles = () =>
  ['Too slow', 'Disk full', 'Old check'].filter((each) => screen.queryByText(each));
const filter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test.each([
  ['slow', ['Too slow']],
  ['team=ops', ['Disk full']],
  ['severity!=critical', ['Disk full', 'Old check']],
  ['payments', ['Too slow', 'Disk full', 'Old check']],
])('the search for %s lists the matching rules', async (text, expected) => {
  serve(responses);
  show(<RulesPage />);
  await screen.findByText('Disk full');
  filter('Search alert rules', text);
  await waitFor(() => expect(titles()).toEqual(expected));
  expect(new URLSearchParams(window.location.search).get('search')).toBe(text);
});

test.each([
  ['firing', ['Too slow']],
  ['normal', ['Disk full']],
  ['paused', ['Old check']],
])('the state %s lists the rules in it, and their number', async (state, expected) => {
  serve(responses);
  show(<RulesPage />, `/alerting/list?state=${state}`);
  await waitFor(() => expect(titles()).toEqual(expected));
  expect(screen.getByText('1 of 3 rules')).toBeDefined();
});

test('a search without matches can be cleared', async () => {
  serve(responses);
  show(<RulesPage />, '/alerting/list?search=nothing&state=firing');
  fireEvent.click(await screen.findByRole('button', { name: 'Show all rules' }));
  await waitFor(() => expect(titles()).toHaveLength(3));
  expect(window.location.search).toBe('');
});

test('without rules the page offers to create one, but not to viewers', async () => {
  serve({ ...responses, [RULES]: {} });
  show(<RulesPage />);
  expect(await screen.findByText('No alert rules yet')).toBeDefined();
  expect(screen.getAllByRole('link', { name: 'New alert rule' })).toHaveLength(2);
  close();
  signIn(VIEWER);
  serve({ ...responses, [RULES]: {} });
  show(<RulesPage />);
  expect(await screen.findByText('No alert rules yet')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'New alert rule' })).toBeNull();
});

test('a rule is paused from the list', async () => {
  const sent = serve({ ...responses, 'PUT /api/v1/alerting/rules/full/pause': {} });
  show(<RulesPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Pause Disk full' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    path: '/api/v1/alerting/rules/full/pause',
    body: { isPaused: true },
  });
});
