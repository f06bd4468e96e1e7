import { createContext, use } from 'react';
import type { Chosen, Item } from './selection';

export type ItemAction = 'rename' | 'move' | 'delete';

export interface BrowseContext {
  selection: Chosen;
  mayWrite: boolean;
  mayDelete: boolean;
  act: (action: ItemAction, item: Item) => void;
  filterByTag: (tag: string) => void;
}

export const Browse = createContext<BrowseContext | null>(null);

export function useBrowse(): BrowseContext {
  const context = use(Browse);
  if (!context) throw new Error('a browse row was drawn outside of the browse page');
  return context;
}
