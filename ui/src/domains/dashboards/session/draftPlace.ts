/** Under which names the drafts of the signed-in user are stored. */
import { boot } from '../../../kernel/boot';
import { draftKey, draftMarks, type DraftOwner, type DraftPlace } from '../model/draftMarks';

export function draftOwner(): DraftOwner {
  const { user } = boot();
  return { user: String(user?.id ?? 0), org: user?.orgId ?? 0 };
}

/** A new dashboard has no uid yet; its address names the draft. */
export const draftUid = (uid: string): string =>
  uid || new URLSearchParams(window.location.search).get('draft') || 'new';

export const draftPlace = (uid: string): DraftPlace => ({ ...draftOwner(), uid });

export const hasDraft = (uid: string): boolean => draftMarks().includes(draftKey(draftPlace(uid)));
