import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { invalidate, prefetch, queryClient, useApi } from './query';

const PATH = '/api/dashboards/uid/gone';

function server(status: number) {
  const fetched = vi.fn<typeof fetch>(
    async () => new Response(JSON.stringify({ message: 'no' }), { status }),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const open = () =>
  renderHook(() => useApi(PATH), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([400, 403, 404, 429])(
  'a refusal with %i is asked for once, by the page that was on its way and by what it shows',
  async (status) => {
    const fetched = server(status);
    prefetch(PATH, 60_000);
    await waitFor(() => expect(queryClient.getQueryState([PATH, {}])?.status).toBe('error'));
    prefetch(PATH, 60_000);
    const { result } = open();
    await act(async () => {});
    expect(result.current.error).toMatchObject({ status });
    expect(fetched).toHaveBeenCalledOnce();
  },
);

test('who comes back later, or has changed something, or tries again asks again', async () => {
  const fetched = server(404);
  const first = open();
  await waitFor(() => expect(first.result.current.isError).toBe(true));
  await act(() => first.result.current.refetch());
  expect(fetched).toHaveBeenCalledTimes(2);
  first.unmount();
  await invalidate('/api/dashboards');
  const second = open();
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(3));
  await waitFor(() => expect(second.result.current.isFetching).toBe(false));
  second.unmount();
  vi.setSystemTime(Date.now() + 11_000);
  const third = open();
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(4));
  await waitFor(() => expect(third.result.current.isFetching).toBe(false));
});
