/** Watches for a version that somebody else saved while the draft is edited. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { DashboardModel } from '../../../../data';
import { newestVersion, type DashboardVersion } from '../../queries';
import { useDashboard } from '../../session/context';
import { useDraft, useDraftStore } from '../draft/context';
import { merge, type Merged } from '../model/merge';
import { versionModel } from '../openDraft';
import { useArrange } from './useArrange';

const POLL_MS = 30_000;

export interface Newer {
  version: DashboardVersion;
  model: DashboardModel;
}

export interface NewerVersion {
  newer: Newer | undefined;
  /** Looks at once; answers what it found. */
  check: () => Promise<Newer | undefined>;
}

export function useNewer(): NewerVersion {
  const store = useDraftStore();
  const { uid } = useDashboard();
  const saved = useDraft(({ base }) => base.version);
  const [found, setFound] = useState<Newer>();

  const check = useCallback(async () => {
    const { version: base } = store.get().base;
    if (base === 0 || uid === '') return undefined;
    const version = await newestVersion(uid);
    if (!version || version.version <= base) return undefined;
    const newer = { version, model: await versionModel(uid, version.version) };
    setFound(newer);
    return newer;
  }, [store, uid]);

  useEffect(() => {
    const look = () => {
      // What cannot be looked up now is looked up again soon, and before saving.
      if (document.visibilityState === 'visible') check().catch(() => undefined);
    };
    look();
    const timer = setInterval(look, POLL_MS);
    addEventListener('focus', look);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', look);
    };
  }, [check]);

  return { newer: found && found.version.version > saved ? found : undefined, check };
}

export function useMerge(newer: Newer | undefined): Merged | undefined {
  const { base, model } = useDraft((draft) => draft);
  const arrange = useArrange();
  return useMemo(
    () => newer && merge(base.model, newer.model, model, { arrange }),
    [newer, base, model, arrange],
  );
}
