/** The draft of an opened dashboard. */
import { isCurrent, loadUpgrade, type DashboardModel, type Json } from '../../../data';
import { fetchVersion } from '../queries';
import { draftUid } from '../session/draftPlace';
import type { OpenedDashboard } from '../session/useSession';
import type { Saved } from './draft/types';
import { createDraftStore, type DraftStore } from './draft/store';
import { storedDraft } from './save/drafts';

/** With the changes that are kept in this browser, as one step. */
export async function openDraft({ stored, model }: OpenedDashboard): Promise<DraftStore> {
  const saved: Saved = { model, version: Number(stored.dashboard['version']) || 0 };
  const uid = draftUid(String(stored.dashboard['uid'] ?? ''));
  const kept = await storedDraft(uid);
  if (!kept) return createDraftStore(saved);
  const base = await baseOf(uid, kept.record.version, saved);
  const store = createDraftStore(base);
  store.run({
    label: { verb: 'restore', subject: 'draft' },
    change: () => kept.model,
  });
  return store;
}

/** The version that the draft was made from, for merging it with a newer one. */
async function baseOf(uid: string, version: number, saved: Saved): Promise<Saved> {
  if (version === saved.version || version === 0) return saved;
  try {
    return { model: await versionModel(uid, version), version };
  } catch {
    // Old versions are removed at some time; the changes then count from the newest one.
    return saved;
  }
}

/** The model of a saved version in the current form. */
export async function versionModel(uid: string, version: number): Promise<DashboardModel> {
  const { data } = await fetchVersion(uid, version);
  const model: unknown = data;
  if (isCurrent(model)) return model;
  const upgradeDashboard = await loadUpgrade();
  return upgradeDashboard(data as Json).model;
}
