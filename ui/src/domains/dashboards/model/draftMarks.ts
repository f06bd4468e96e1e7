/**
 * Which dashboards have a draft in this browser. Kept beside the drafts themselves, so that pages can
 * say it without opening the database.
 */
const KEY = 'vedette.drafts';

export interface DraftOwner {
  user: string;
  org: number;
}

export interface DraftPlace extends DraftOwner {
  /** Of the dashboard, or of the draft of one that was never saved. */
  uid: string;
}

export const draftKey = ({ user, org, uid }: DraftPlace): string => `${user}/${org}/${uid}`;

export function draftMarks(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

/** `key` is that of the stored draft: user, organization and uid. */
export function markDraft(key: string, isStored: boolean): void {
  const before = draftMarks();
  if (before.includes(key) === isStored) return;
  const rest = before.filter((one) => one !== key);
  try {
    localStorage.setItem(KEY, JSON.stringify(isStored ? [...rest, key] : rest));
  } catch {
    // Without storage there are no drafts to list.
  }
}
