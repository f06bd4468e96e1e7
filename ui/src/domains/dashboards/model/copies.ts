/** What to store for a new title, or for a copy. Pure. */
import type { SaveRequest, StoredDashboard } from '../api';

/** Keeps the version that was opened, so that the server refuses to replace a newer one. */
export function renaming({ dashboard, meta }: StoredDashboard, title: string): SaveRequest {
  return {
    dashboard: { ...dashboard, title },
    folderUid: meta.folderUid,
    message: `Renamed to ${title}`,
  };
}

export interface CopyOptions {
  title: string;
  /** Empty for the root. */
  folderUid: string;
  withTags: boolean;
}

/** A new dashboard with the content of this one: the server gives it an id and a uid of its own. */
export function copying(
  { dashboard }: StoredDashboard,
  { title, folderUid, withTags }: CopyOptions,
): SaveRequest {
  const { id: _id, uid: _uid, version: _version, tags, ...content } = dashboard;
  const copy = { ...content, title, tags: withTags ? (tags ?? []) : [] };
  return { dashboard: copy, folderUid, message: `Copied from ${String(dashboard['title'])}` };
}

/** `Checkout copy`, then `Checkout copy 2`. */
export function copyTitle(title: string, number = 1): string {
  return number === 1 ? `${title} copy` : `${title} copy ${number}`;
}
