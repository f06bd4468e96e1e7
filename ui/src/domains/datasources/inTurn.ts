/** A few at a time, so that a list of many sources does not ask them all at once. */

const AT_ONCE = 4;
let running = 0;
const waiting: (() => void)[] = [];

/** Runs at most a few at once; the others wait their turn. */
export async function inTurn<T>(run: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await run();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
