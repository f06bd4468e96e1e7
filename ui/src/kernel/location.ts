/**
 * The URL as state: pages read and write query parameters, so that every view can be shared as a
 * link.
 */
import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { basePath } from './embedded';
import { leave } from './leaving';

export type QueryPatch = Record<string, string | readonly string[] | null | undefined>;

/**
 * The search text with `patch` applied; `null` and the empty text remove a key. Other keys keep
 * their order.
 */
export function patchedSearch(search: string, patch: QueryPatch): string {
  const params = new URLSearchParams(search);
  for (const [key, value] of Object.entries(patch)) {
    params.delete(key);
    if (value === null || value === undefined || value === '') continue;
    for (const item of typeof value === 'string' ? [value] : value) params.append(key, item);
  }
  return params.toString();
}

export function setQuery(patch: QueryPatch, options: { replace?: boolean } = {}): void {
  const search = patchedSearch(window.location.search, patch);
  const target = window.location.pathname + (search ? `?${search}` : '') + window.location.hash;
  if (target === window.location.pathname + window.location.search + window.location.hash) return;
  navigate(target, { replace: options.replace ?? false, state: history.state as unknown });
}

export function useQueryParams(): URLSearchParams {
  const search = useSearch();
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** One query parameter as state. The fallback is never written to the URL. */
export function useQueryState(
  key: string,
  fallback = '',
  options: { replace?: boolean } = {},
): [string, (value: string) => void] {
  const value = useQueryParams().get(key) ?? fallback;
  const { replace } = options;
  const set = useCallback(
    (next: string) => setQuery({ [key]: next === fallback ? null : next }, { replace }),
    [key, fallback, replace],
  );
  return [value, set];
}

/**
 * Goes to a path of the product (`/d/abc`), inside the sub path it is served under; unsaved changes
 * are asked about first.
 */
export function goTo(path: string, options: { replace?: boolean } = {}): void {
  leave(() => navigate(basePath + path, options));
}

/** Turns a URL the server sent (with the sub path in front) into a path for links of this page. */
export function localPath(url: string): string {
  return basePath && url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url;
}

/**
 * Where to go after sign-in, or `/`. Only paths of this very server are accepted: one leading
 * slash, never two, no backslash or control character (also percent-encoded once), at most 2,000
 * characters, same origin after parsing.
 */
export function safeRedirect(wanted: string | null | undefined): string {
  if (!wanted || wanted.length > 2000) return '/';
  let decoded: string;
  try {
    decoded = decodeURIComponent(wanted);
  } catch {
    return '/';
  }
  for (const text of [wanted, decoded]) {
    if (!/^\/(?![/\\])/.test(text) || /[\\\u0000-\u001f\u007f]/.test(text.split('?')[0] ?? ''))
      return '/';
  }
  const url = new URL(wanted, window.location.origin);
  const path = localPath(url.pathname);
  // Parsing removes dots, and what is left may start with two slashes: another server's name.
  if (url.origin !== window.location.origin || /^\/(\/|login(\/|$))/.test(path)) return '/';
  return path + url.search + url.hash;
}
