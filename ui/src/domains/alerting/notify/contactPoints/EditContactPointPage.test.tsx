import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { close, EDITOR, serve, show, signIn } from '../../testing';
import { EditContactPointPage, NewContactPointPage } from './EditContactPointPage';
import { REDACTED } from './model';

const field = (key: string, label: string, more: object = {}) => ({
  key,
  label,
  help: '',
  kind: 'text',
  placeholder: '',
  required: false,
  secret: false,
  template: false,
  choices: [],
  default: '',
  advanced: false,
  ...more,
});
const POINTS = '/api/v1/alerting/contact-points';
const responses = {
  [`GET ${POINTS}`]: [
    {
      name: 'Team',
      provenance: '',
      usedBy: ['policy 1'],
      integrations: [
        {
          uid: 'one',
          name: 'Team',
          type: 'email',
          settings: { addresses: 'ops@example.org', password: REDACTED, extra: 1 },
          disableResolveMessage: false,
          health: { lastNotifyAttempt: '0001-01-01T00:00:00Z', lastNotifyAttemptError: '' },
        },
      ],
    },
  ],
  'GET /api/v1/alerting/receivers': [
    {
      type: 'email',
      name: 'E-mail',
      description: '',
      aliases: [],
      fields: [
        field('addresses', 'Addresses', { required: true }),
        field('password', 'Password', { secret: true }),
      ],
    },
  ],
  [`PUT ${POINTS}/name/Team`]: { name: 'Team' },
  [`PUT ${POINTS}/name/On%20call`]: { name: 'On call' },
};

beforeEach(() => signIn(EDITOR));
afterEach(close);

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save contact point' }));

test('a contact point without a name and address is not sent', async () => {
  const sent = serve(responses);
  show(<NewContactPointPage />);
  await screen.findByLabelText(/^Addresses/);
  save();
  expect(screen.getByText('Enter a name.')).toBeDefined();
  expect(screen.getByText('Enter a value for “Addresses”.')).toBeDefined();
  expect(sent).toEqual([]);
});

test('a name that another contact point has is refused', async () => {
  const sent = serve(responses);
  show(<NewContactPointPage />);
  await screen.findByLabelText(/^Addresses/);
  type(/^Name/, 'Team');
  type(/^Addresses/, 'ada@example.org');
  save();
  expect(screen.getByText('A contact point with this name already exists.')).toBeDefined();
  expect(sent).toEqual([]);
});

test('a new contact point is saved without resolved notifications', async () => {
  const sent = serve(responses);
  show(<NewContactPointPage />);
  await screen.findByLabelText(/^Addresses/);
  type(/^Name/, 'On call');
  type(/^Addresses/, 'ada@example.org');
  fireEvent.click(screen.getByRole('switch', { name: /Send resolved/ }));
  save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    path: `${POINTS}/name/On%20call`,
    body: {
      name: 'On call',
      integrations: [
        {
          type: 'email',
          settings: { addresses: 'ada@example.org' },
          disableResolveMessage: true,
        },
      ],
    },
  });
  await waitFor(() => expect(window.location.pathname).toBe('/alerting/notifications'));
});

test('an edit keeps the stored secret and settings without a field', async () => {
  const sent = serve(responses);
  show(<EditContactPointPage />, '/alerting/notifications/receivers/edit?name=Team');
  await screen.findByLabelText(/^Addresses/);
  expect(screen.getByText(/Used by: policy 1/)).toBeDefined();
  expect(screen.getByText('Settings without a field, which are kept: extra.')).toBeDefined();
  type(/^Addresses/, 'all@example.org');
  save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({
    integrations: [
      { uid: 'one', settings: { addresses: 'all@example.org', password: REDACTED, extra: 1 } },
    ],
  });
});

test('integrations are added and removed, and the last one stays', async () => {
  serve(responses);
  show(<NewContactPointPage />);
  await screen.findByLabelText(/^Addresses/);
  expect(screen.queryByRole('button', { name: 'Remove E-mail' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Add another integration' }));
  const remove = screen.getAllByRole('button', { name: 'Remove E-mail' });
  expect(remove).toHaveLength(2);
  fireEvent.click(remove[0] as HTMLElement);
  expect(screen.getAllByLabelText(/^Addresses/)).toHaveLength(1);
});

test('a contact point that does not exist leads back to the list', async () => {
  serve(responses);
  show(<EditContactPointPage />, '/alerting/notifications/receivers/edit?name=Gone');
  expect(await screen.findByText('Contact point “Gone” not found')).toBeDefined();
});
