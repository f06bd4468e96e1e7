/** The one way to the server: JSON in and out, sub path aware, every failure an `ApiError`. */
import { basePath } from './embedded';
import { setReachable } from './reachability';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type QueryValue =
  string | number | boolean | null | undefined | readonly (string | number)[];

export interface RequestOptions {
  body?: unknown;
  signal?: AbortSignal;
  query?: Record<string, QueryValue>;
  headers?: Record<string, string>;
  /** Runs in the background: an expired session is reported by the next action of the user. */
  isQuiet?: boolean;
}

/** A refused or failed request. `status` is 0 where no answer came at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    message: string,
    readonly body: Record<string, unknown> = {},
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }

  get code(): string | undefined {
    const code = this.body.code ?? this.body.messageId ?? this.body.status;
    return typeof code === 'string' ? code : undefined;
  }

  get traceId(): string | undefined {
    const id = this.body.traceID ?? this.body.traceId ?? this.body.requestId;
    return typeof id === 'string' && id !== '' ? id : undefined;
  }
}

let signedOutHandlers: (() => void)[] = [];
let hasToldSignedOut = false;

function onSignedOut(): void {
  if (hasToldSignedOut) return;
  hasToldSignedOut = true;
  signedOutHandlers.at(-1)?.();
}

/** Called once when the session has ended; later 401 answers stay quiet until the next sign-in. */
export function setSignedOutHandler(handler: () => void): void {
  signedOutHandlers = [handler];
  hasToldSignedOut = false;
}

/** Lets a part of the page handle the end of the session itself until the returned call. */
export function takeSignedOut(handler: () => void): () => void {
  signedOutHandlers = [...signedOutHandlers, handler];
  return () => {
    signedOutHandlers = signedOutHandlers.filter((other) => other !== handler);
  };
}

/** The page went on after a new sign-in: the end of that session is reported again. */
export function signedInAgain(): void {
  hasToldSignedOut = false;
}

export function apiUrl(path: string, query: Record<string, QueryValue> = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(key, String(item));
  }
  const tail = search.toString();
  return basePath + path + (tail ? `?${tail}` : '');
}

/** Puts the sub path before an address inside the product; others stay as they are. */
export function pageUrl(url: string): string {
  return url.startsWith('/') && !url.startsWith('//') ? basePath + url : url;
}

export async function request<T>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<T> {
  const answer = await send(method, path, options);
  if (answer.status === 401 && !path.startsWith('/login')) {
    const body = await readBody(answer);
    if (body.messageId === 'session.token.rotate' && (await rotateSession())) {
      return parse<T>(await send(method, path, options));
    }
    // A wrong current password is refused with 401 too, while the session lives on.
    if (body.messageId !== 'password-auth.failed' && !options.isQuiet) onSignedOut();
    throw toError(answer, body);
  }
  return parse<T>(answer);
}

async function send(method: Method, path: string, options: RequestOptions): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  try {
    const answer = await fetch(apiUrl(path, options.query), {
      method,
      headers,
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: options.signal,
      credentials: 'same-origin',
    });
    setReachable(true);
    return answer;
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    setReachable(false);
    throw new ApiError(0, 'The server cannot be reached. Check your connection and try again.');
  }
}

let rotation: Promise<boolean> | null = null;

function rotateSession(): Promise<boolean> {
  rotation ??= send('POST', '/api/user/auth-tokens/rotate', { body: {} })
    .then((answer) => answer.ok)
    .catch(() => false)
    .finally(() => {
      rotation = null;
    });
  return rotation;
}

async function parse<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw toError(answer, await readBody(answer));
  if (answer.status === 204) return undefined as T;
  const text = await answer.text();
  if (text === '') return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new ApiError(
      answer.status,
      'The server response is not JSON. A proxy may have replaced it.',
    );
  }
}

async function readBody(answer: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await answer.json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function toError(answer: Response, body: Record<string, unknown>): ApiError {
  // Data sources that answer themselves name the reason `error`.
  const said = [body.message, body.error].find((text) => typeof text === 'string' && text !== '');
  const message = typeof said === 'string' ? said : fallbackMessage(answer.status);
  const retryAfter = Number(answer.headers.get('Retry-After'));
  return new ApiError(answer.status, message, body, retryAfter > 0 ? retryAfter : undefined);
}

function fallbackMessage(status: number): string {
  if (status === 403)
    return 'You do not have permission to do this. Ask an administrator to change your role.';
  if (status === 404) return 'Not found. It may have been deleted.';
  if (status === 413) return 'The request is larger than the server accepts.';
  if (status === 429) return 'Too many requests. Wait a moment and try again.';
  if (status === 502 || status === 503 || status === 504)
    return 'The server is temporarily unavailable. Try again shortly.';
  return `The server responded with status ${status}.`;
}

/** What to show a person for any thrown value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error && error.message
    ? error.message
    : 'Something went wrong. Try again.';
}
