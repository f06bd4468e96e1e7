/**
 * Redraws what regular expressions have shaped, once the engine that some of them need is loaded.
 */
import { useSyncExternalStore } from 'react';
import { hasPatternEngine, onPatternEngine } from '../data';

/**
 * Whether expressions of every kind find their matches now: a dependency of what is computed with
 * them.
 */
export const usePatternEngine = (): boolean =>
  useSyncExternalStore(onPatternEngine, hasPatternEngine);
