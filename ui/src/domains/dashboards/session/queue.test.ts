import { describe, expect, it } from 'vitest';
import { createQueue } from './queue';

function deferred() {
  let finish: () => void = () => {};
  const promise = new Promise<void>((resolve) => (finish = resolve));
  return { promise, finish };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the queue of panel queries', () => {
  it('runs a few at a time and starts the most urgent first', async () => {
    const queue = createQueue(2);
    const started: string[] = [];
    const gates = new Map<string, ReturnType<typeof deferred>>();
    const add = (name: string, urgency: number) => {
      const gate = deferred();
      gates.set(name, gate);
      void queue.add({
        urgency: () => urgency,
        signal: new AbortController().signal,
        run: () => (started.push(name), gate.promise),
      });
    };
    add('below', 900);
    add('top', 0);
    add('middle', 300);
    await settled();
    expect(started).toEqual(['top', 'middle']);
    gates.get('top')?.finish();
    await settled();
    expect(started).toEqual(['top', 'middle', 'below']);
  });

  it('forgets a job that is no longer wanted', async () => {
    const queue = createQueue(1);
    const first = deferred();
    const started: string[] = [];
    void queue.add({
      urgency: () => 0,
      signal: new AbortController().signal,
      run: () => first.promise,
    });
    const left = new AbortController();
    const gone = queue.add({
      urgency: () => 1,
      signal: left.signal,
      run: async () => void started.push('gone'),
    });
    await settled();
    left.abort(new Error('left'));
    await expect(gone).rejects.toThrow('left');
    first.finish();
    await settled();
    expect(started).toEqual([]);
  });

  it('goes on after a job failed', async () => {
    const queue = createQueue(1);
    const signal = new AbortController().signal;
    await expect(
      queue.add({ urgency: () => 0, signal, run: () => Promise.reject(new Error('no')) }),
    ).rejects.toThrow('no');
    await expect(queue.add({ urgency: () => 0, signal, run: async () => 'yes' })).resolves.toBe(
      'yes',
    );
  });
});
