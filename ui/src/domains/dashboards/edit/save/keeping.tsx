/** Keeps the draft in this browser while its editor is open, and lets one tab at a time edit it. */
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { notify } from '../../../../kernel/events';
import { draftKey } from '../../model/draftMarks';
import { draftPlace } from '../../session/draftPlace';
import { useDraftStore } from '../draft/context';
import type { Persistence, StorageProblem } from '../draft/persist';
import { joinTabs, type Tab, type TabRole } from '../draft/tabs';
import type { DraftStore } from '../draft/store';
import { countChanges, discardDraft, keepDraft, storedDraft } from './drafts';

export interface Keeping {
  role: TabRole;
  takeOver: () => void;
  problem: StorageProblem | undefined;
  /** Milliseconds since the epoch of the last write. */
  writtenAt: number | undefined;
  /** Stores what is not stored yet. */
  flush: () => Promise<unknown>;
  /** Forgets the stored draft, after it was saved or discarded. */
  forget: () => Promise<void>;
}

/** Where notices about the draft are shown, below the bar. */
export const NOTICES_ID = 'editor-notices';

const KeepingContext = createContext<Keeping | null>(null);

export function useKeeping(): Keeping {
  const keeping = useContext(KeepingContext);
  if (!keeping) throw new Error('The editor has to be around this component.');
  return keeping;
}

const never = () => () => undefined;

export function KeepingProvider({
  uid,
  children,
}: {
  uid: string;
  children: ReactNode;
}): ReactNode {
  const store = useDraftStore();
  const [kept, setKept] = useState<Persistence>();
  const [tab, setTab] = useState<Tab>();
  const role = useSyncExternalStore(tab?.subscribe ?? never, () => tab?.role() ?? 'waiting');
  const problem = useSyncExternalStore(kept?.subscribe ?? never, () => kept?.problem());
  const writtenAt = useSyncExternalStore(kept?.subscribe ?? never, () => kept?.writtenAt());

  useEffect(() => {
    const isRestored = store.get().past.some(({ label }) => label.subject === 'draft');
    const persistence = keepDraft(store, uid, isRestored ? store.get().model : undefined);
    const joined = joinTabs({ key: draftKey(draftPlace(uid)), flush: () => persistence.flush() });
    let wasReader = false;
    const unsubscribe = joined.subscribe(() => {
      const next = joined.role();
      if (next === 'reader') wasReader = true;
      else if (next === 'editor' && wasReader) void adopt(store, uid);
    });
    setKept(persistence);
    setTab(joined);
    const flush = () => void persistence.flush();
    const onHide = () => document.visibilityState === 'hidden' && flush();
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!persistence.isPending()) return;
      flush();
      event.preventDefault();
    };
    document.addEventListener('visibilitychange', onHide);
    addEventListener('pagehide', flush);
    addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      removeEventListener('pagehide', flush);
      removeEventListener('beforeunload', onUnload);
      unsubscribe();
      void leave(store, uid, persistence).finally(() => {
        persistence.stop();
        joined.close();
      });
    };
  }, [store, uid]);

  const keeping = useMemo<Keeping>(
    () => ({
      role,
      takeOver: () => tab?.takeOver(),
      problem,
      writtenAt,
      flush: async () => kept?.flush(),
      forget: async () => kept?.remove(),
    }),
    [role, tab, problem, writtenAt, kept],
  );
  return <KeepingContext value={keeping}>{children}</KeepingContext>;
}

/** Parts that change the draft, which only one tab does. */
export function ReadOnly({ children }: { children: ReactNode }): ReactNode {
  const { role } = useKeeping();
  return <div inert={role === 'reader'}>{children}</div>;
}

/** Shows what the other tab had changed. */
async function adopt(store: DraftStore, uid: string): Promise<void> {
  const draft = await storedDraft(uid);
  if (!draft) return;
  store.run({ label: { verb: 'restore', subject: 'draft' }, change: () => draft.model });
}

/** Says that nothing is lost, or what to do where the browser stores nothing. */
async function leave(store: DraftStore, uid: string, kept: Persistence): Promise<void> {
  const isStored = await kept.flush();
  const { base, model } = store.get();
  const count = countChanges(base.model, model);
  if (count === 0) return;
  const changes = `${count} ${count === 1 ? 'change' : 'changes'}`;
  if (!isStored) {
    notify(`The draft of ${model.title} could not be kept in this browser.`, 'warning', {
      detail: `${changes} last until this page is closed.`,
    });
    return;
  }
  notify(`Draft kept: ${changes} to ${model.title}.`, 'info', {
    action: {
      label: 'Discard',
      run: () => {
        store.discard();
        void discardDraft(uid);
      },
    },
  });
}
