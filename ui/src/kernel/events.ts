/** Notices: short messages a page shows for a few seconds, from wherever they come. */
export type NoticeKind = 'info' | 'success' | 'warning' | 'error';

export interface AppNotice {
  id: number;
  kind: NoticeKind;
  message: string;
  detail?: string;
  action?: { label: string; run: () => void };
}

let notices: readonly AppNotice[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function publish(next: readonly AppNotice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Shows a message. A message that is already on screen is not stacked twice. */
export function notify(
  message: string,
  kind: NoticeKind = 'info',
  more: Pick<AppNotice, 'detail' | 'action'> = {},
): number {
  const same = notices.find((notice) => notice.message === message && notice.kind === kind);
  if (same) return same.id;
  const notice: AppNotice = { id: nextId++, kind, message, ...more };
  publish([...notices.slice(-3), notice]);
  return notice.id;
}

export function dismissNotice(id: number): void {
  publish(notices.filter((notice) => notice.id !== id));
}

export function currentNotices(): readonly AppNotice[] {
  return notices;
}

export function onNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
