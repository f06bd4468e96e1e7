import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RuleBody } from '../model/body';
import { draftOf } from '../model/draft';
import { newExpression } from '../../../sdk/editor/expressions/expressions';
import { expressionQuery } from '../model/expressions';
import { close, EDITOR, serve, show, signIn } from '../testing';
import { EditorForm } from './EditorForm';

const rule: RuleBody = {
  uid: 'slow',
  title: 'Too slow',
  folderUID: 'pay',
  ruleGroup: 'latency',
  condition: 'B',
  data: [
    {
      refId: 'A',
      relativeTimeRange: { from: 600, to: 0 },
      datasourceUid: 'prom',
      model: { refId: 'A', expr: 'up' },
    },
    expressionQuery(newExpression('threshold', 'B', 'A')),
  ],
  noDataState: 'NoData',
  execErrState: 'Error',
  for: '5m',
  labels: { team: 'pay' },
  annotations: { summary: 'It is slow' },
  isPaused: false,
  version: 7,
} as RuleBody;
const RULE = '/api/v1/provisioning/alert-rules/slow';
const GROUP = '/api/v1/provisioning/folder/pay/rule-groups/latency';
const responses = {
  'GET /api/search': [{ uid: 'pay', title: 'Payments' }],
  'GET /api/ruler/grafana/api/v1/rules': {},
  'GET /api/v1/provisioning/contact-points': [{ name: 'mail' }],
  'GET /api/v1/provisioning/mute-timings': [],
  'POST /api/v1/alerting/policies/explain': { routes: [], visits: [], sentences: [] },
  [`PUT ${RULE}`]: rule,
  [`GET ${GROUP}`]: { interval: 60, rules: [] },
  [`PUT ${GROUP}`]: {},
};

vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => signIn(EDITOR));
afterEach(close);

function edit() {
  const requests = serve(responses);
  show(<EditorForm initial={draftOf(rule, '1m')} runsPreview={false} />);
  return () => requests.filter(({ path }) => path === RULE || path === GROUP);
}

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save rule' }));

test('a rule is saved with the version that was read', async () => {
  const sent = edit();
  type('Name', 'Much too slow');
  type('Pending period', '10m');
  type(/^Keep firing for/, '3m');
  save();
  await waitFor(() => expect(sent()).not.toEqual([]));
  const [saved] = sent();
  expect(saved).toMatchObject({
    path: RULE,
    body: { title: 'Much too slow', for: '10m', keep_firing_for: '3m' },
  });
  expect(saved?.headers.get('If-Match')).toBe('7');
});

test.each([
  ['Name', '', 'Enter a name.'],
  ['Evaluation interval', '15s', 'Use a multiple of 10 seconds.'],
])('an invalid %s is reported at its field and not sent', (label, value, problem) => {
  const sent = edit();
  type(label, value);
  save();
  const field = screen.getByLabelText(label);
  expect(screen.getAllByText(problem).length).toBeGreaterThan(0);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect(sent()).toEqual([]);
});

test.each(['Pending period', /^Keep firing for/])('%s must be a duration', (label) => {
  const sent = edit();
  type(label, 'soon');
  save();
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Some fields above are missing or not valid.')).toBeDefined();
  expect(sent()).toEqual([]);
});

test('problems are shown only after the first attempt to save', () => {
  edit();
  type('Name', '');
  expect(screen.queryByText('Enter a name.')).toBeNull();
});

test('no data and error handling is saved', async () => {
  const sent = edit();
  const handling = within(screen.getByRole('group', { name: 'No data and error handling' }));
  const choose = (label: RegExp, value: string) =>
    fireEvent.change(handling.getByLabelText(label), { target: { value } });
  choose(/^State if there is no data/, 'KeepLast');
  choose(/^State if the evaluation fails/, 'OK');
  expect(handling.getByText('Keeps the state of each series until data returns.')).toBeDefined();
  save();
  await waitFor(() => expect(sent()).not.toEqual([]));
  expect(sent()[0]?.body).toMatchObject({ noDataState: 'KeepLast', execErrState: 'OK' });
});

test('routing to a contact point requires one', () => {
  const sent = edit();
  fireEvent.change(screen.getByLabelText('Routing'), { target: { value: 'direct' } });
  save();
  expect(screen.getAllByText('Select a contact point').length).toBeGreaterThan(0);
  expect(screen.getByText('Select a contact point.')).toBeDefined();
  expect(sent()).toEqual([]);
});

test('a changed evaluation interval is saved for the group', async () => {
  const sent = edit();
  type('Evaluation interval', '30s');
  save();
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toMatchObject({ method: 'PUT', path: GROUP, body: { interval: 30 } });
});
