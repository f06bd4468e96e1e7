/** What every panel last showed, by panel key: read by the panel, its inspector, and panels that reuse its result. */
import { useSyncExternalStore } from 'react';
import type { Frame, TimeRange } from '../../../data';
import type { QueryProblem, QueryResponse } from '../../../querying/response';
import type { QueryRequest } from '../../../querying/targets';

export interface PanelResult {
  state: 'idle' | 'loading' | 'done' | 'error';
  /** Frames as the source answered, before transformations. */
  frames: readonly Frame[];
  problems: readonly QueryProblem[];
  range?: TimeRange;
  request?: QueryRequest;
  response?: QueryResponse;
  durationMs?: number;
  /** Identity of the query this answers, so that a panel that comes back does not ask again. */
  answers?: string;
  /** When the shown frames came in; they may be older than the running query. */
  receivedAt?: number;
}

export const EMPTY_RESULT: PanelResult = { state: 'idle', frames: [], problems: [] };

export interface ResultStore {
  get(key: string): PanelResult;
  set(key: string, result: PanelResult): void;
  subscribe(key: string, listener: () => void): () => void;
}

export function createResultStore(): ResultStore {
  const results = new Map<string, PanelResult>();
  const listeners = new Map<string, Set<() => void>>();
  return {
    get: (key) => results.get(key) ?? EMPTY_RESULT,
    set(key, result) {
      results.set(key, result);
      for (const listener of listeners.get(key) ?? []) listener();
    },
    subscribe(key, listener) {
      const own = listeners.get(key) ?? new Set();
      listeners.set(key, own.add(listener));
      return () => own.delete(listener);
    },
  };
}

export function useResult(store: ResultStore, key: string): PanelResult {
  return useSyncExternalStore(
    (listener) => store.subscribe(key, listener),
    () => store.get(key),
  );
}
