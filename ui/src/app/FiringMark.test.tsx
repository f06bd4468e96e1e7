import { focusManager, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../kernel/query';
import { FiringMark } from './FiringMark';

let rules = 0;
const fetched = vi.fn<typeof fetch>(async () => new Response(JSON.stringify({ rules })));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched.mockClear());
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(firing: number) {
  rules = firing;
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <FiringMark />
    </QueryClientProvider>,
  );
  await pass(0);
  return container;
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000 + 10));

test('nothing is marked while no rule fires', async () => {
  expect((await open(0)).innerHTML).toBe('');
});

test('rules that fire are marked and counted', async () => {
  const container = await open(3);
  expect(container.querySelector('[data-firing]')).not.toBeNull();
  expect(container.textContent).toBe('(3 rules firing)');
});

test('it follows what rules do, and rests while the page is hidden', async () => {
  const container = await open(0);
  rules = 1;
  await pass(30);
  expect(container.textContent).toBe('(1 rule firing)');
  const asked = fetched.mock.calls.length;
  focusManager.setFocused(false);
  await pass(600);
  expect(fetched).toHaveBeenCalledTimes(asked);
  rules = 0;
  await act(async () => focusManager.setFocused(true));
  await pass(0);
  expect(container.textContent).toBe('');
});
