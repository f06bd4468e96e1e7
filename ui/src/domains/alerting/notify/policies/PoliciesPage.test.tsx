import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { close, EDITOR, serve, show, signIn } from '../../testing';
import { PoliciesPage } from './PoliciesPage';

const POLICIES = '/api/v1/alerting/policies';
const INHIBITION = '/api/v1/alerting/inhibit-rules';
/** The code of menus is loaded when one opens. */
const SLOW = { timeout: 15_000 };
const tree = {
  version: 3,
  receiver: 'mail',
  group_wait: '10s',
  routes: [
    { receiver: 'web', object_matchers: [['team', '=', 'web']], routes: [{ receiver: 'pager' }] },
    { object_matchers: [['team', '=', 'db']], mute_time_intervals: ['Weekends'] },
  ],
};
const responses = (more: object = {}) => ({
  [`GET ${POLICIES}`]: tree,
  [`PUT ${POLICIES}`]: {},
  [`GET ${INHIBITION}`]: { inhibit_rules: [], version: 1 },
  [`PUT ${INHIBITION}`]: {},
  'GET /api/v1/ngalert': { alertmanagersChoice: 'internal', numExternalAlertmanagers: 0 },
  'GET /api/v1/provisioning/contact-points': [{ name: 'mail' }, { name: 'web' }],
  'GET /api/v1/provisioning/mute-timings': [{ name: 'Weekends' }],
  ...more,
});

beforeEach(() => signIn(EDITOR));
vi.setConfig({ testTimeout: 30_000 });
afterEach(close);

async function policy(place: string): Promise<HTMLElement> {
  await screen.findByText('Default policy');
  const found = document.querySelector<HTMLElement>(`[data-policy="${place}"]`);
  if (!found) throw new Error(`There is no policy ${place}.`);
  return found;
}

test('a policy shows its own and its inherited settings in the usual terms', async () => {
  serve(responses());
  show(<PoliciesPage />);
  const facts = (element: HTMLElement) =>
    [...element.querySelectorAll('dl > div')].map(
      (each) =>
        `${each.querySelector('dt')?.textContent}: ${each.querySelector('dd')?.textContent?.trim()}`,
    );
  expect(facts(await policy('1'))).toEqual([
    'Contact point: mailinherited',
    'Group by: grafana_folder, alertnameinherited',
    'Group wait: 10sinherited',
    'Group interval: 5minherited',
    'Repeat interval: 4hinherited',
    'Mute timings: Weekends',
  ]);
});

test('a nested policy is added with its matchers, and the version that was read', async () => {
  const sent = serve(responses());
  show(<PoliciesPage />);
  const button = within(await policy('')).getByRole('button', { name: 'Add nested policy' });
  fireEvent.click(button);
  const dialog = within(screen.getByRole('dialog', { name: 'New nested policy' }));
  fireEvent.change(dialog.getByLabelText('Label 1'), { target: { value: 'team' } });
  fireEvent.change(dialog.getByLabelText('Value 1'), { target: { value: 'ops' } });
  fireEvent.change(dialog.getByLabelText(/^Repeat interval/), { target: { value: '12h' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save policy' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    method: 'PUT',
    path: POLICIES,
    body: {
      version: 3,
      routes: [
        tree.routes[0],
        tree.routes[1],
        { object_matchers: [['team', '=', 'ops']], repeat_interval: '12h' },
      ],
    },
  });
});

test('an invalid duration keeps the dialog open and is not sent', async () => {
  const sent = serve(responses());
  show(<PoliciesPage />);
  fireEvent.click(within(await policy('1')).getByRole('button', { name: 'Edit policy' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit policy' }));
  fireEvent.change(dialog.getByLabelText(/^Group wait/), { target: { value: 'soon' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save policy' }));
  expect(dialog.getByText('Enter a duration such as 30s, 5m or 4h.')).toBeDefined();
  expect(sent).toEqual([]);
});

test('a policy is moved down', async () => {
  const sent = serve(responses());
  show(<PoliciesPage />);
  fireEvent.click(within(await policy('0')).getByRole('button', { name: 'More actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Move down' }, SLOW));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ routes: [tree.routes[1], tree.routes[0]] });
});

test('deleting a policy warns about its nested policies', async () => {
  const sent = serve(responses());
  show(<PoliciesPage />);
  fireEvent.click(within(await policy('0')).getByRole('button', { name: 'More actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }, SLOW));
  const dialog = await screen.findByRole('dialog', { name: 'Delete this policy?' });
  expect(dialog.textContent).toContain('This also deletes its nested policy.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete policy' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ routes: [tree.routes[1]] });
});

test('provisioned policies are read-only', async () => {
  serve(responses({ [`GET ${POLICIES}`]: { ...tree, provenance: 'file' } }));
  show(<PoliciesPage />);
  expect(
    await screen.findByText(/A provisioning file defines the notification policies/),
  ).toBeDefined();
  expect(within(await policy('1')).queryByRole('button')).toBeNull();
});

test('an inhibition rule needs source and target matchers', async () => {
  const sent = serve(responses());
  show(<PoliciesPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Add inhibition rule' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Inhibition rule' }));
  const fill = (group: HTMLElement, label: string, value: string) => {
    fireEvent.change(within(group).getByLabelText('Label 1'), { target: { value: label } });
    fireEvent.change(within(group).getByLabelText('Value 1'), { target: { value } });
  };
  const [source, target] = ['Source matchers', 'Target matchers'].map((name) =>
    dialog.getAllByRole('group', { name }).at(-1),
  ) as [HTMLElement, HTMLElement];
  fill(source, 'alertname', 'ClusterDown');
  fireEvent.click(dialog.getByRole('button', { name: 'Save inhibition rule' }));
  expect(dialog.getByText('Add at least one target matcher.')).toBeDefined();
  expect(sent).toEqual([]);
  fill(target, 'severity', 'warning');
  fireEvent.click(dialog.getByRole('button', { name: 'Save inhibition rule' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    version: 1,
    inhibit_rules: [
      {
        source_matchers: ['alertname="ClusterDown"'],
        target_matchers: ['severity="warning"'],
        equal: [],
      },
    ],
  });
});
