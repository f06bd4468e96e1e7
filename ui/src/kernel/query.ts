/** Server state: one cache for the page, and the hooks every domain builds its own on. */
import {
  keepPreviousData,
  QueryClient,
  useMutation,
  useQuery,
  type Query,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { ApiError, errorMessage, request, type QueryValue } from './api';
import { notify } from './events';

const FRESH_MS = 10_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      refetchOnWindowFocus: false,
      retry: (count, error) =>
        count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
      retryOnMount: (query) => !isRefused(query),
    },
  },
});

/**
 * Whether the server said no a moment ago. That is an answer as any other: parts of a page that
 * come later take it.
 */
function isRefused({ state }: Pick<Query, 'state'>): boolean {
  const { error, errorUpdatedAt } = state;
  const isNo = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return isNo && Date.now() - errorUpdatedAt < FRESH_MS;
}

export interface ApiQueryOptions {
  query?: Record<string, QueryValue>;
  enabled?: boolean;
  staleTime?: number;
  /** Keeps showing the previous answer while the next one loads. */
  keepPrevious?: boolean;
}

/**
 * Reads `path`; the cache key is the path and its query, so `invalidate` by path prefix reaches it.
 */
export function useApi<T>(path: string, options: ApiQueryOptions = {}): UseQueryResult<T, Error> {
  const { query, enabled, staleTime, keepPrevious } = options;
  return useQuery<T, Error>({
    queryKey: [path, query ?? {}],
    queryFn: ({ signal }) => request<T>('GET', path, { query, signal }),
    enabled,
    staleTime,
    placeholderData: keepPrevious ? keepPreviousData : undefined,
  });
}

/** Asks for what a page whose code is still on its way will read with `useApi(path)`. */
export function prefetch(path: string, staleTime: number): void {
  const queryKey = [path, {}];
  const known = queryClient.getQueryCache().find({ queryKey });
  if (known && isRefused(known)) return;
  void queryClient.prefetchQuery({
    queryKey,
    queryFn: ({ signal }) => request('GET', path, { signal }),
    staleTime,
  });
}

/**
 * Marks everything read from paths that start with one of `prefixes` as stale, and forgets refusals
 * that no component shows.
 */
export function invalidate(...prefixes: string[]): Promise<void> {
  const isTouched = ({ queryKey }: Query) =>
    prefixes.some((prefix) => String(queryKey[0]).startsWith(prefix));
  queryClient.removeQueries({
    type: 'inactive',
    predicate: (query) => query.state.status === 'error' && isTouched(query),
  });
  return queryClient.invalidateQueries({ predicate: isTouched });
}

export interface ActionOptions<Result> {
  /** Path prefixes whose cached answers the change made old. */
  invalidates?: string[];
  /** Shown when it worked. */
  done?: string | ((result: Result) => string);
  /** Leave errors to the caller (a form shows them beside its fields). */
  quiet?: boolean;
  onDone?: (result: Result) => void;
}

/** A change on the server: refreshes what it touched and says how it went. */
export function useAction<Input, Result = unknown>(
  run: (input: Input) => Promise<Result>,
  options: ActionOptions<Result> = {},
): UseMutationResult<Result, Error, Input> {
  return useMutation<Result, Error, Input>({
    mutationFn: run,
    onSuccess: async (result) => {
      if (options.invalidates) await invalidate(...options.invalidates);
      const text = typeof options.done === 'function' ? options.done(result) : options.done;
      if (text) notify(text, 'success');
      options.onDone?.(result);
    },
    onError: (error) => {
      if (!options.quiet) notify(errorMessage(error), 'error');
    },
  });
}
