/**
 * One tab at a time edits a draft. Web Locks need HTTPS, so the tabs of a browser agree by messages:
 * the one that edits says so every two seconds, others look on until it is gone or gives way.
 */
export type TabRole = 'waiting' | 'editor' | 'reader';

type Message = { kind: 'ask' | 'held' | 'take' | 'released'; tab: string };

/** The part of `BroadcastChannel` that is used. */
export interface Channel {
  postMessage: (message: unknown) => void;
  onmessage: ((event: MessageEvent) => void) | null;
  close: () => void;
}

export interface Tab {
  role: () => TabRole;
  subscribe: (listener: () => void) => () => void;
  /** Makes this tab the editor once the other one has stored its changes. */
  takeOver: () => void;
  close: () => void;
}

export const BEAT_MS = 2000;
const ANSWER_MS = 300;
const GONE_MS = 3 * BEAT_MS;

export interface TabOptions {
  key: string;
  /** Stores what is pending, before another tab takes over. */
  flush: () => Promise<unknown>;
  open?: (name: string) => Channel;
}

export function joinTabs({ key, flush, open = openChannel }: TabOptions): Tab {
  const tab = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const channel = open(`vedette.draft ${key}`);
  const listeners = new Set<() => void>();
  let role: TabRole = 'waiting';
  let wait: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;
  let isTaking = false;
  let isClosed = false;

  const startAfter = (delay: number) => {
    clearTimeout(wait);
    wait = setTimeout(() => become('editor'), delay);
  };
  const post = (kind: Message['kind']) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    if (!isClosed) channel.postMessage({ kind, tab } satisfies Message);
  };
  const become = (next: TabRole) => {
    if (isClosed) return;
    clearTimeout(wait);
    clearInterval(beat);
    const isNew = role !== next;
    role = next;
    isTaking = false;
    if (next === 'editor') {
      post('held');
      beat = setInterval(() => post('held'), BEAT_MS);
    } else {
      startAfter(GONE_MS);
    }
    if (isNew) for (const listener of listeners) listener();
  };
  const giveWay = async () => {
    await flush().catch(() => undefined);
    post('released');
    become('reader');
  };
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- also starts the channel
  channel.onmessage = ({ data }: MessageEvent) => {
    const message = data as Message;
    if (message.tab === tab) return;
    if (role === 'editor') {
      if (message.kind === 'ask') post('held');
      else if (message.kind === 'take') void giveWay();
      // Two that began at the same time: the one with the lower name goes on.
      else if (message.kind === 'held' && message.tab < tab) become('reader');
      return;
    }
    if (message.kind === 'held' && !isTaking) become('reader');
    else if (message.kind === 'released' && isTaking) become('editor');
    else if (message.kind === 'released') startAfter(ANSWER_MS);
  };
  post('ask');
  startAfter(ANSWER_MS);

  return {
    role: () => role,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    takeOver: () => {
      if (role !== 'reader') return;
      isTaking = true;
      post('take');
      // A tab that does not answer has hung; what it stored last is what there is.
      startAfter(BEAT_MS);
    },
    close: () => {
      if (role === 'editor') post('released');
      isClosed = true;
      clearTimeout(wait);
      clearInterval(beat);
      channel.close();
    },
  };
}

/** Browsers without it have no second tab to ask. */
function openChannel(name: string): Channel {
  if (typeof BroadcastChannel !== 'undefined') return new BroadcastChannel(name);
  return { postMessage: () => {}, onmessage: null, close: () => {} };
}
