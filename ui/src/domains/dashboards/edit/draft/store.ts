/** Holds one draft with its history. No React and no DOM. */
import type { DashboardModel } from '../../../../data';
import type { ModelSource } from '../../session/modelSource';
import type { Command, Draft, Saved, Step } from './types';

export const MOST_STEPS = 200;
const MERGE_WITHIN_MS = 1000;

export interface DraftStore {
  /** The model for the panels, which know nothing of drafts. */
  models: ModelSource;
  get: () => Draft;
  subscribe: (listener: () => void) => () => void;
  run: (command: Command) => void;
  /** Ends a series of merged commands, as blur, Enter and pointer-up do. */
  closeStep: () => void;
  /** Each returns the step that was undone or redone last, undefined at the end of the history. */
  undo: () => Step | undefined;
  redo: () => Step | undefined;
  /** Goes to the state after `past` steps; 0 is the oldest one that is kept. */
  goTo: (past: number) => Step | undefined;
  /** Makes a stored version the point of comparison; history stays. */
  rebase: (base: Saved) => void;
  /** Returns to the saved model and forgets the history. */
  discard: () => void;
}

export function createDraftStore(
  base: Saved,
  { model = base.model, now = Date.now }: { model?: DashboardModel; now?: () => number } = {},
): DraftStore {
  let draft: Draft = { base, model, past: [], future: [] };
  let isOpen = false;
  const listeners = new Set<() => void>();

  const set = (next: Draft) => {
    draft = next;
    for (const listener of listeners) listener();
  };
  const goTo = (count: number): Step | undefined => {
    const steps = [...draft.past, ...draft.future];
    const target = Math.min(steps.length, Math.max(0, count));
    const length = draft.past.length;
    if (target === length) return undefined;
    isOpen = false;
    const past = steps.slice(0, target);
    const shown = target < length ? steps[target] : steps[target - 1];
    const reached = target === 0 ? steps[0]?.before : steps[target - 1]?.after;
    set({ ...draft, model: reached ?? draft.model, past, future: steps.slice(target) });
    return shown;
  };

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  return {
    models: { get: () => draft.model, subscribe },
    get: () => draft,
    subscribe,
    run: ({ label, change, merge, focus }) => {
      const before = draft.model;
      const after = change(before);
      if (after === before) return;
      const at = now();
      const last = draft.past.at(-1);
      const continues = isOpen && merge && last?.merge === merge && at - last.at <= MERGE_WITHIN_MS;
      const step: Step = continues
        ? { ...last, label: { ...label, from: last.label.from }, after, at, focus }
        : { label, before, after, at, merge, focus };
      const past = continues ? [...draft.past.slice(0, -1), step] : [...draft.past, step];
      isOpen = true;
      set({ ...draft, model: after, past: past.slice(-MOST_STEPS), future: [] });
    },
    closeStep: () => {
      isOpen = false;
    },
    undo: () => goTo(draft.past.length - 1),
    redo: () => goTo(draft.past.length + 1),
    goTo,
    rebase: (saved) => {
      isOpen = false;
      set({ ...draft, base: saved });
    },
    discard: () => {
      isOpen = false;
      set({ base: draft.base, model: draft.base.model, past: [], future: [] });
    },
  };
}
