import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { close, EDITOR, serve, show, signIn, VIEWER } from '../../testing';
import { NewSilencePage } from './SilencePage';

const ALERTS = 'GET /api/alertmanager/grafana/api/v2/alerts';
const SILENCES = '/api/alertmanager/grafana/api/v2/silences';
const firing = { fingerprint: 'f', labels: { alertname: 'Disk full', host: 'db1' } };

beforeEach(() => signIn(EDITOR));
afterEach(close);

const create = () => fireEvent.click(screen.getByRole('button', { name: 'Create silence' }));

test('a link fills the matchers, and the matching alerts are listed', async () => {
  serve({ [ALERTS]: [firing] });
  show(<NewSilencePage />, '/alerting/silence/new?matcher=alertname%3DDisk%20full');
  expect(screen.getByTitle('alertname=Disk full')).toBeDefined();
  expect(await screen.findByText('1 firing now')).toBeDefined();
  expect(screen.getByRole('list', { name: 'Matching alerts' }).textContent).toContain('Disk full');
});

test('a silence without matchers is not sent', () => {
  const sent = serve({});
  show(<NewSilencePage />, '/alerting/silence/new');
  create();
  expect(screen.getByText('Add at least one matcher.')).toBeDefined();
  expect(sent).toEqual([]);
});

test('a silence of all alerts is not sent', () => {
  const sent = serve({ [ALERTS]: [] });
  show(<NewSilencePage />, '/alerting/silence/new?matcher=team%3D~.*');
  create();
  expect(screen.getByText(/would silence all alerts/)).toBeDefined();
  expect(sent).toEqual([]);
});

test('an invalid duration is reported at its field', () => {
  const sent = serve({ [ALERTS]: [] });
  show(<NewSilencePage />, '/alerting/silence/new?matcher=team%3Dweb');
  fireEvent.change(screen.getByRole('textbox', { name: 'Duration', hidden: true }), {
    target: { value: 'soon' },
  });
  create();
  expect(screen.getByText('Enter a duration such as 30m, 2h or 1d.')).toBeDefined();
  expect(sent).toEqual([]);
});

test('a silence is saved with its author, duration and comment', async () => {
  const sent = serve({ [ALERTS]: [], [`POST ${SILENCES}`]: { silenceID: 'new' } });
  show(<NewSilencePage />, '/alerting/silence/new?matcher=team%3Dweb');
  fireEvent.click(screen.getByRole('button', { name: '8 hours' }));
  fireEvent.change(screen.getByRole('textbox', { name: /^Comment/ }), {
    target: { value: ' replacing disks ' },
  });
  create();
  await waitFor(() => expect(sent).toHaveLength(1));
  const body = sent[0]?.body as Record<string, string>;
  expect(body).toMatchObject({
    matchers: [{ name: 'team', value: 'web', isRegex: false, isEqual: true }],
    createdBy: 'ada',
    comment: 'replacing disks',
  });
  expect(Date.parse(body['endsAt'] ?? '') - Date.parse(body['startsAt'] ?? '')).toBe(8 * 3_600_000);
  await waitFor(() => expect(window.location.pathname).toBe('/alerting/silences'));
});

test('a recurring silence is saved with its intervals', async () => {
  const sent = serve({ [ALERTS]: [], [`POST ${SILENCES}`]: { silenceID: 'new' } });
  show(<NewSilencePage />, '/alerting/silence/new?matcher=team%3Dweb');
  fireEvent.click(screen.getByRole('button', { name: 'Add an interval', hidden: true }));
  fireEvent.click(screen.getByRole('button', { name: 'Sat', hidden: true }));
  create();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ recurring: [{ weekdays: ['saturday'] }] });
});

test('viewers see why they cannot silence alerts', () => {
  signIn(VIEWER);
  serve({ [ALERTS]: [] });
  show(<NewSilencePage />, '/alerting/silence/new?matcher=team%3Dweb');
  expect(screen.getByText('Silencing alerts requires the Editor or Admin role.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Create silence' })).toBeNull();
});
