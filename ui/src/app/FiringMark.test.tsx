import { focusManager, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../kernel/query';
import { FiringMark } from './FiringMark';

let totals: Record<string, number> = {};
const fetched = vi.fn<typeof fetch>(async () => new Response(JSON.stringify({ data: { groups: [], totals } })));

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

async function open(firing: Record<string, number>) {
  totals = firing;
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
  expect((await open({})).innerHTML).toBe('');
});

test('rules that fire are marked and counted, those whose last evaluation failed among them', async () => {
  const container = await open({ firing: 2, error: 1 });
  expect(container.querySelector('[data-firing]')).not.toBeNull();
  expect(container.textContent).toBe('(3 rules fire)');
});

test('it follows what rules do, and rests while the page is hidden', async () => {
  const container = await open({});
  totals = { firing: 1 };
  await pass(30);
  expect(container.textContent).toBe('(1 rule fires)');
  const asked = fetched.mock.calls.length;
  focusManager.setFocused(false);
  await pass(600);
  expect(fetched).toHaveBeenCalledTimes(asked);
  totals = {};
  await act(async () => focusManager.setFocused(true));
  await pass(0);
  expect(container.textContent).toBe('');
});
