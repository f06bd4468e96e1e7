/** The draft for components: each selects the part it shows and renders only when that changes. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { DashboardModel, PanelModel } from '../../../../data';
import type { DraftStore } from './store';
import type { Draft } from './types';
import { findPanel } from '../model/panels';

const DraftContext = createContext<DraftStore | null>(null);

export const DraftProvider = DraftContext;

export function useDraftStore(): DraftStore {
  const store = useContext(DraftContext);
  if (!store) throw new Error('The editor has to be around this component.');
  return store;
}

/** `select` returns a part by reference or a primitive, never a new object. */
export function useDraft<T>(select: (draft: Draft) => T): T {
  const store = useDraftStore();
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

const modelOf = (draft: Draft): DashboardModel => draft.model;

export const useDraftModel = (): DashboardModel => useDraft(modelOf);

/** The panel or row as the draft has it; undefined once it was removed. */
export const useDraftPanel = (id: number): PanelModel | undefined =>
  useDraft((draft) => findPanel(draft.model, id));
