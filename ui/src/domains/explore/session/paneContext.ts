/** What the parts of one pane share. */
import { createContext, useContext } from 'react';
import type { TimeRange } from '../../../data';
import type { Sources } from '../../../querying/sources';
import type { PanelHost } from '../../../sdk/panel';
import type { Pane } from '../model/pane';
import type { SourceUis } from './useSourceUis';
import type { PaneResult } from './usePaneRun';

export interface PaneSession {
  id: string;
  pane: Pane;
  sources: Sources;
  uis: SourceUis;
  /** Of the last run; of now before it. */
  range: TimeRange;
  timeZone: string;
  result: PaneResult;
  change: (pane: Pane) => void;
  run: (pane?: Pane) => void;
  host: Omit<PanelHost<object>, 'setOptions'>;
}

const Context = createContext<PaneSession | null>(null);

export const PaneProvider = Context.Provider;

export function usePane(): PaneSession {
  const session = useContext(Context);
  if (!session) throw new Error('usePane needs a pane around it');
  return session;
}
