// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, apiUrl, request, setSignedOutHandler } from './api';

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
}

function server(...answers: Response[]) {
  const fetched = vi.fn<typeof fetch>();
  for (const one of answers) fetched.mockResolvedValueOnce(one);
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

afterEach(() => {
  vi.unstubAllGlobals();
  setSignedOutHandler(() => {});
});

test('query values are encoded, lists repeat their key, empty ones are left out', () => {
  expect(
    apiUrl('/api/search', { query: 'a&b', tag: ['x', 'y'], page: 2, starred: undefined, sort: '' }),
  ).toBe('/api/search?query=a%26b&tag=x&tag=y&page=2');
});

test('a refusal carries what the server said, its code and the request id', async () => {
  server(
    answer(412, { message: 'changed by someone else', status: 'version-mismatch', traceID: 'abc' }),
  );
  const error = await failure(request('POST', '/api/dashboards/db', { body: {} }));
  expect(error).toMatchObject({
    status: 412,
    message: 'changed by someone else',
    code: 'version-mismatch',
    traceId: 'abc',
  });
});

test('an answer without a message still says what happened', async () => {
  server(new Response('<html>Bad gateway</html>', { status: 502 }));
  expect((await failure(request('GET', '/api/x'))).message).toMatch(/unavailable/);
});

test('a server that cannot be reached is an ApiError with status 0', async () => {
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')));
  expect(await failure(request('GET', '/api/x'))).toMatchObject({ status: 0 });
});

test('a cancelled request stays a cancellation', async () => {
  const stop = new AbortController();
  stop.abort();
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new DOMException('aborted', 'AbortError')));
  await expect(request('GET', '/api/x', { signal: stop.signal })).rejects.toThrow(DOMException);
});

test('what nobody waits for takes no form away when the session has ended', async () => {
  const signedOut = vi.fn();
  setSignedOutHandler(signedOut);
  server(answer(401, {}));
  await failure(request('GET', '/api/x', { isQuiet: true }));
  expect(signedOut).not.toHaveBeenCalled();
});

test('a session that ended is reported once, however many requests fail', async () => {
  const signedOut = vi.fn();
  setSignedOutHandler(signedOut);
  server(answer(401, { message: 'Unauthorized' }), answer(401, { message: 'Unauthorized' }));
  await Promise.allSettled([request('GET', '/api/a'), request('GET', '/api/b')]);
  expect(signedOut).toHaveBeenCalledOnce();
});

test('a wrong current password does not sign anybody out', async () => {
  const signedOut = vi.fn();
  setSignedOutHandler(signedOut);
  server(
    answer(401, { message: 'Invalid username or password', messageId: 'password-auth.failed' }),
  );
  await failure(request('PUT', '/api/user/password', { body: {} }));
  expect(signedOut).not.toHaveBeenCalled();
});

test('a stale session token is renewed and the request repeated', async () => {
  const fetched = server(
    answer(401, { messageId: 'session.token.rotate' }),
    answer(200, { message: 'token rotated' }),
    answer(200, { fine: true }),
  );
  await expect(request('GET', '/api/a')).resolves.toEqual({ fine: true });
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([
    '/api/a',
    '/api/user/auth-tokens/rotate',
    '/api/a',
  ]);
});

test('too many attempts say when to come back', async () => {
  server(answer(429, { message: 'Too many attempts' }, { 'Retry-After': '120' }));
  expect((await failure(request('POST', '/login', { body: {} }))).retryAfterSeconds).toBe(120);
});

test('an empty answer is no error', async () => {
  server(new Response(null, { status: 204 }));
  await expect(request('DELETE', '/api/x')).resolves.toBeUndefined();
});
