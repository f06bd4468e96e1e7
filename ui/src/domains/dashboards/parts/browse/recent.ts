/** Which dashboards were opened last in this browser. */
import { boot } from '../../../../kernel/boot';

/** How many visits are remembered. */
export const RECENT = 12;

function recentKey(): string {
  const { user } = boot();
  return `vedette.recent.${user?.orgId ?? 0}.${user?.id ?? 0}`;
}

/** Uids of the dashboards opened last in this browser, newest first. */
export function recentUids(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(recentKey()) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((uid): uid is string => typeof uid === 'string')
      : [];
  } catch {
    return [];
  }
}

export function recordVisit(uid: string): void {
  try {
    localStorage.setItem(
      recentKey(),
      JSON.stringify([uid, ...recentUids().filter((old) => old !== uid)].slice(0, RECENT)),
    );
  } catch {
    // Without storage there is no list of recent dashboards.
  }
}
