/**
 * The stored dashboard in the current form. The code that upgrades old ones is fetched when one is
 * opened.
 */
import { useEffect, useMemo, useState } from 'react';
import { isCurrent, loadUpgrade, type DashboardModel, type Json } from '../../../data';
import { boot } from '../../../kernel/boot';
import type { StoredDashboard } from '../api';
import { bootSources } from '../../../querying/bootSources';
import type { Sources } from '../../../querying/sources';
import type { OpenedDashboard } from './useSession';

/**
 * Undefined until all of it is there; while a newly stored version is upgraded the one before
 * stays.
 */
export function useModel(stored: StoredDashboard | undefined): OpenedDashboard | undefined {
  const { settings } = boot();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- read anew when the boot data is
  const sources = useMemo(bootSources, [settings]);
  const current = useMemo(() => asItIs(stored, sources), [stored, sources]);
  const [upgraded, setUpgraded] = useState<OpenedDashboard>();
  const [failure, setFailure] = useState<unknown>();

  useEffect(() => {
    if (!stored || current) return;
    let active = true;
    upgrade(stored, sources).then(
      (opened) => active && setUpgraded(opened),
      (error: unknown) => active && setFailure(error),
    );
    return () => {
      active = false;
    };
  }, [stored, current, sources]);

  // The page around says what to do when code could not be fetched.
  if (failure) throw failure;
  const isSame =
    stored !== undefined && upgraded?.stored.dashboard['uid'] === stored.dashboard['uid'];
  return current ?? (isSame ? upgraded : undefined);
}

function asItIs(
  stored: StoredDashboard | undefined,
  sources: Sources,
): OpenedDashboard | undefined {
  const model: unknown = stored?.dashboard;
  return stored && isCurrent(model) ? { stored, model, sources } : undefined;
}

async function upgrade(stored: StoredDashboard, sources: Sources): Promise<OpenedDashboard> {
  const upgradeDashboard = await loadUpgrade();
  const dataSource = (name: string) => {
    const found = sources.byKey.get(name);
    return found && { type: found.type, uid: found.uid };
  };
  const model: DashboardModel = upgradeDashboard(stored.dashboard as Json, { dataSource }).model;
  return { stored, model, sources };
}
