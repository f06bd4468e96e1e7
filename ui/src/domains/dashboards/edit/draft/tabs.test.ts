import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BEAT_MS, joinTabs, type Channel, type Tab } from './tabs';

/** Channels of one browser: a message reaches all others, later. */
function browser() {
  const channels = new Set<Channel>();
  const open = (): Channel => {
    const channel: Channel = {
      onmessage: null,
      postMessage: (data) => {
        for (const other of channels)
          if (other !== channel)
            setTimeout(() => channels.has(other) && other.onmessage?.({ data } as MessageEvent), 1);
      },
      close: () => void channels.delete(channel),
    };
    channels.add(channel);
    return channel;
  };
  const tab = (flush: () => Promise<unknown> = async () => {}): Tab =>
    joinTabs({ key: 'mira/1/checkout', flush, open });
  return { tab, crash: () => channels.clear() };
}

const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first tab edits, the second one only reads for as long as the first is there', async () => {
  const { tab } = browser();
  const first = tab();
  await later(400);
  const second = tab();
  await later(10 * BEAT_MS);
  expect([first.role(), second.role()]).toEqual(['editor', 'reader']);
  first.close();
  await later(400);
  expect(second.role()).toBe('editor');
});

test('taking over waits until the other tab has stored its changes', async () => {
  const { tab } = browser();
  let stored = false;
  const first = tab(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    stored = true;
  });
  await later(400);
  const second = tab();
  await later(400);
  const roles: unknown[] = [];
  second.subscribe(() => roles.push([second.role(), stored]));
  second.takeOver();
  await later(BEAT_MS);
  expect(roles).toEqual([['editor', true]]);
  expect(first.role()).toBe('reader');
});

test('a tab that crashed is followed without being asked, or at once by taking over', async () => {
  const { tab, crash } = browser();
  const first = tab();
  await later(400);
  const [second, third] = [tab(), tab()];
  await later(400);
  crash();
  third.takeOver();
  await later(BEAT_MS);
  expect([second.role(), third.role()]).toEqual(['reader', 'editor']);
  await later(3 * BEAT_MS);
  expect(second.role()).toBe('editor');
  expect(first.role()).toBe('editor');
});

test('of tabs that open at the same time one edits', async () => {
  const { tab } = browser();
  const tabs = [tab(), tab(), tab()];
  await later(2 * BEAT_MS);
  expect(tabs.map((one) => one.role()).toSorted()).toEqual(['editor', 'reader', 'reader']);
});
