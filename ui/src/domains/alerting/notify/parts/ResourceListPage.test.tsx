import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { close, EDITOR, serve, show, signIn, VIEWER } from '../../testing';
import { ContactPointsPage } from '../contactPoints/ContactPointsPage';
import { MuteTimingsPage } from '../muteTimings/MuteTimingsPage';
import { TemplatesPage } from '../templates/TemplatesPage';

const point = (name: string, type: string, more: object = {}) => ({
  name,
  provenance: '',
  usedBy: [],
  integrations: [
    {
      uid: name,
      name,
      type,
      settings: {},
      disableResolveMessage: false,
      health: { lastNotifyAttempt: '0001-01-01T00:00:00Z', lastNotifyAttemptError: '' },
    },
  ],
  ...more,
});
const POINTS = 'GET /api/v1/alerting/contact-points';
const TIMINGS = 'GET /api/v1/alerting/mute-timings';
const weekends = { name: 'Weekends', time_intervals: [{ weekdays: ['saturday', 'sunday'] }] };

beforeEach(() => signIn(EDITOR));
afterEach(close);

test('contact points are found by name and type', async () => {
  serve({ [POINTS]: [point('On call', 'pagerduty'), point('Team', 'slack')] });
  show(<ContactPointsPage />);
  const search = await screen.findByRole('searchbox', { name: 'Search contact points' });
  await screen.findByRole('link', { name: 'Team' });
  fireEvent.change(search, { target: { value: 'PAGER' } });
  expect(screen.getByRole('link', { name: 'On call' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Team' })).toBeNull();
  fireEvent.change(search, { target: { value: 'nothing like it' } });
  expect(screen.getByText('No matching contact points')).toBeDefined();
  expect(window.location.search).toBe('?search=nothing+like+it');
});

test('an empty list explains the resource and offers to create one', async () => {
  serve({ [TIMINGS]: [] });
  show(<MuteTimingsPage />);
  expect(await screen.findByText('No mute timings')).toBeDefined();
  expect(screen.getByText(/named set of time intervals/)).toBeDefined();
  expect(screen.getAllByRole('link', { name: 'New mute timing' })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Export all mute timings' })).toBeNull();
});

test('viewers cannot create or delete, but can export', async () => {
  signIn(VIEWER);
  serve({ [TIMINGS]: [weekends] });
  show(<MuteTimingsPage />);
  expect(await screen.findByText('Saturday to Sunday (UTC)')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'New mute timing' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete Weekends' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Export all mute timings' })).toBeDefined();
});

test('a provisioned resource is marked and cannot be deleted', async () => {
  serve({ [POINTS]: [point('From a file', 'slack', { provenance: 'file' })] });
  show(<ContactPointsPage />);
  expect(await screen.findByText('Provisioned')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Delete From a file' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Export From a file' })).toBeDefined();
});

test('a failed request shows its message and can be repeated', async () => {
  const failed = new Response('{"message":"The database is locked."}', { status: 400 });
  const responses: Record<string, unknown> = { 'GET /api/v1/provisioning/templates': failed };
  serve(responses);
  show(<TemplatesPage />);
  expect(await screen.findByText(/The database is locked/)).toBeDefined();
  responses['GET /api/v1/provisioning/templates'] = [
    { name: 'short', template: '{{ define "short.title" }}{{ end }}' },
  ];
  fireEvent.click(screen.getByRole('button', { name: /again|Retry/i }));
  expect(await screen.findByText('Defines short.title')).toBeDefined();
});

test('a resource is deleted after a confirmation', async () => {
  const sent = serve({
    [TIMINGS]: [weekends],
    'DELETE /api/v1/alerting/mute-timings/Weekends': {},
  });
  show(<MuteTimingsPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Weekends' }));
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Delete mute timing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toMatchObject([
    { method: 'DELETE', path: '/api/v1/alerting/mute-timings/Weekends' },
  ]);
});

test('a contact point in use lists its uses and cannot be deleted', async () => {
  const sent = serve({ [POINTS]: [point('Team', 'slack', { usedBy: ['policy 1', 'rule CPU'] })] });
  show(<ContactPointsPage />);
  expect(await screen.findByText('Used by: policy 1, rule CPU')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Delete Team' }));
  expect(screen.getByRole('dialog', { name: 'Team is in use' }).textContent).toContain('rule CPU');
  expect(screen.queryByRole('button', { name: 'Delete contact point' })).toBeNull();
  expect(sent).toEqual([]);
});
