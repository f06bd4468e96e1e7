/**
 * What every panel last showed, by panel key: read by the panel, its inspector, and panels that
 * reuse its result.
 */
import { useSyncExternalStore } from 'react';
import type { QueryOutcome } from '../../../querying/outcome';

export interface PanelResult extends QueryOutcome {
  state: 'idle' | 'loading' | 'done' | 'error';
  /** Identity of the query this answers, so that a panel that comes back does not ask again. */
  answers?: string;
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
