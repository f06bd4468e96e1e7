/** For tests of alerting pages: a server with fixed responses, and a page at an address. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { setBoot, type BootData } from '../../kernel/boot';
import { queryClient } from '../../kernel/query';

const settings = {
  appUrl: '/',
  appSubUrl: '',
  buildInfo: { version: '10.4.0' },
  defaultDatasource: '',
  anonymousEnabled: false,
  loginHint: '',
  passwordHint: '',
  disableLoginForm: false,
  minRefreshInterval: '5s',
  exploreEnabled: true,
  viewersCanEdit: false,
  defaultTheme: 'dark',
  dashboardVersionsToKeep: 20,
  datasources: {},
} satisfies BootData['settings'];

export const EDITOR = ['alerting:read', 'alerting:write', 'alerting:delete'];
export const VIEWER = ['alerting:read'];

export function signIn(permissions: readonly string[]): void {
  const user = { login: 'ada', permissions } as unknown as BootData['user'];
  setBoot({ settings, user });
}

export interface SentRequest {
  method: string;
  path: string;
  body: unknown;
  headers: Headers;
}

/**
 * Serves JSON by `METHOD /path`, without the query; other requests fail with status 404. A response
 * of type `Response` is served as it is. Returns the write requests, which it appends to.
 */
export function serve(responses: Record<string, unknown>): SentRequest[] {
  const sent: SentRequest[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (address, init) => {
      const method = init?.method ?? 'GET';
      const [path = ''] = String(address).split('?');
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      if (method !== 'GET') sent.push({ method, path, body, headers: new Headers(init?.headers) });
      const found = responses[`${method} ${path}`];
      if (found instanceof Response) return found.clone();
      return found === undefined
        ? new Response(JSON.stringify({ message: 'Not found' }), { status: 404 })
        : new Response(JSON.stringify(found));
    }),
  );
  return sent;
}

export function show(page: ReactNode, address = '/'): void {
  window.history.replaceState(null, '', address);
  render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>);
}

export function close(): void {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
}
