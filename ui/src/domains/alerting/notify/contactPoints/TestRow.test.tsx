import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../kernel/query';
import type { IntegrationDraft } from './model';
import { TestRow } from './TestRow';

const fetched = vi.fn<typeof fetch>();
const slack: IntegrationDraft = {
  uid: '',
  type: 'slack',
  settings: { url: 'https://one' },
  disableResolveMessage: false,
};

beforeEach(() => {
  fetched.mockImplementation(
    async () =>
      new Response('{"status":"ok","answer":"Slack accepted it.","error":"","durationMs":12}'),
  );
  vi.stubGlobal('fetch', fetched);
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  fetched.mockReset();
  vi.unstubAllGlobals();
});

function row(draft: IntegrationDraft) {
  return (
    <QueryClientProvider client={queryClient}>
      <TestRow draft={draft} pointName="night shift" />
    </QueryClientProvider>
  );
}

const sent = () =>
  JSON.parse(String(fetched.mock.calls.at(-1)?.[1]?.body)) as Record<string, unknown>;

test('the result of a test disappears when the settings change', async () => {
  const { rerender } = render(row(slack));
  fireEvent.click(screen.getByRole('button', { name: 'Send test notification' }));
  expect(await screen.findByText('Sent in 12 ms. Slack accepted it.')).toBeDefined();
  expect(sent()).not.toHaveProperty('alert');
  rerender(row({ ...slack, settings: { url: 'https://two' } }));
  await waitFor(() => expect(screen.queryByText(/Sent in/)).toBeNull());
});

test('a test notification has the labels and annotations of the form', async () => {
  render(row(slack));
  fireEvent.click(screen.getByRole('button', { name: 'Add label', hidden: true }));
  fireEvent.change(screen.getByLabelText('Label 1, name'), { target: { value: 'severity' } });
  fireEvent.change(screen.getByLabelText('Label 1, value'), { target: { value: 'critical' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send test notification' }));
  expect(await screen.findByText(/Slack accepted it/)).toBeDefined();
  expect(sent()).toMatchObject({
    type: 'slack',
    name: 'night shift',
    alert: { labels: { alertname: 'TestAlert', severity: 'critical' }, annotations: {} },
  });
});
