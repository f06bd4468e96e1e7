import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DashboardModel, PanelModel, TimeRange, VariableValue } from '../../../data';
import { sourcesFrom } from '../../../querying/sources';
import { DashboardProvider, type DashboardSession } from './context';
import { fixedModel } from './modelSource';
import { createQueue } from './queue';
import { createResultStore } from './results';
import { usePanelQuery } from './usePanelQuery';
import { usePanelScope } from './usePanelScope';

interface Call {
  expr: string;
  signal: AbortSignal;
  isFresh: boolean;
  answer: (body: unknown, status?: number) => void;
}

let calls: Call[] = [];
beforeEach(() => {
  calls = [];
  vi.stubGlobal(
    'fetch',
    (
      _url: string,
      init: { body: string; signal: AbortSignal; headers: Record<string, string> },
    ) => {
      const { queries } = JSON.parse(init.body) as { queries: { expr: string }[] };
      return new Promise((resolve, reject) => {
        init.signal.addEventListener('abort', () => reject(init.signal.reason));
        const answer = (body: unknown, status = 200) =>
          resolve(new Response(JSON.stringify(body), { status }));
        calls.push({
          expr: queries[0]?.expr ?? '',
          signal: init.signal,
          isFresh: init.headers['Cache-Control'] === 'no-cache',
          answer,
        });
      });
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const frames = (value: number) => ({
  results: {
    A: {
      frames: [
        { schema: { fields: [{ name: 'Value', type: 'number' }] }, data: { values: [[value]] } },
      ],
    },
  },
});
const range: TimeRange = { from: 0, to: 3_600_000, raw: { from: 'now-1h', to: 'now' } };
const panel: PanelModel = {
  id: 1,
  type: 'stat',
  gridPos: { x: 0, y: 0, w: 6, h: 4 },
  targets: [{ refId: 'A', expr: 'up{job="$job"}' }],
};
const job = (value: string): Record<string, VariableValue> => ({ job: { text: value, value } });
const noScope = {};
const element = { current: null };

interface Props {
  isNear?: boolean;
  session?: {
    values?: Record<string, VariableValue>;
    pending?: string[];
    tick?: number;
    tickByHand?: number;
  };
}

function start(first: Props = {}) {
  let props = first;
  const view = () => {
    const { values: own = job('a'), pending = [], tick = 0, tickByHand = 0 } = props.session ?? {};
    return {
      values: { values: own, pending, filtersFor: () => [] },
      time: { range, timeZone: 'UTC', timeOptions: { timeZone: 'UTC' }, tick, tickByHand },
    };
  };
  const dashboard = {
    uid: 'd',
    models: fixedModel({ panels: [panel] } as unknown as DashboardModel),
    sources: sourcesFrom([{ uid: 'p', name: 'P', type: 'prometheus', isDefault: true }]),
    results: createResultStore(),
    queue: createQueue(6),
    latest: view,
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <DashboardProvider session={{ dashboard, ...view() } as unknown as DashboardSession}>
      {children}
    </DashboardProvider>
  );
  const hook = renderHook(
    () =>
      usePanelQuery({
        key: '1',
        panel,
        scope: usePanelScope({ panel, scope: noScope }),
        element,
        width: 600,
        isNear: props.isNear ?? true,
      }),
    { wrapper },
  );
  return {
    shown: () => hook.result.current.result,
    query: () => hook.result.current,
    update: (next: Props) => {
      props = next;
      hook.rerender();
    },
  };
}

const values = (result: { frames: readonly { fields: { values: unknown[] }[] }[] }) =>
  result.frames.map((frame) => frame.fields[0]?.values[0]);

describe('a panel’s data', () => {
  it('is asked for when the panel comes near the screen, once', async () => {
    const { update, shown } = start({ isNear: false });
    await act(async () => {});
    expect(calls).toHaveLength(0);
    update({ isNear: true });
    await waitFor(() => expect(calls.map((call) => call.expr)).toEqual(['up{job="a"}']));
    await act(async () => calls[0]?.answer(frames(1)));
    await waitFor(() => expect(values(shown())).toEqual([1]));
    update({ isNear: false });
    update({ isNear: true });
    await act(async () => {});
    expect(calls).toHaveLength(1);
  });

  it('waits for the variables it uses, and only for those', async () => {
    const { update, query } = start({ session: { pending: ['job', 'other'] } });
    await act(async () => {});
    expect([calls.length, query().waitsFor]).toEqual([0, ['job']]);
    update({ session: { pending: ['other'] } });
    await waitFor(() => expect(calls).toHaveLength(1));
  });

  it('is cancelled on the way when something else is wanted', async () => {
    const { update, shown } = start();
    await waitFor(() => expect(calls).toHaveLength(1));
    update({ session: { values: job('b') } });
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[0]?.signal.aborted).toBe(true);
    await act(async () => calls[1]?.answer(frames(2)));
    await waitFor(() => expect(values(shown())).toEqual([2]));
  });

  it('stays while it is refreshed, and when the refresh fails', async () => {
    const { update, shown } = start();
    await waitFor(() => expect(calls).toHaveLength(1));
    await act(async () => calls[0]?.answer(frames(1)));
    update({ session: { tick: 1 } });
    await waitFor(() => expect(calls).toHaveLength(2));
    expect([shown().state, values(shown())]).toEqual(['loading', [1]]);
    await act(async () => calls[1]?.answer({ message: 'gone' }, 502));
    await waitFor(() => expect(shown().state).toBe('error'));
    expect([values(shown()), shown().problems[0]?.kind]).toEqual([[1], 'offline']);
  });

  it('goes when another question fails: it would be the answer to the old one', async () => {
    const { update, shown } = start();
    await waitFor(() => expect(calls).toHaveLength(1));
    await act(async () => calls[0]?.answer(frames(1)));
    update({ session: { values: job('b') } });
    await waitFor(() => expect(calls).toHaveLength(2));
    await act(async () =>
      calls[1]?.answer({ results: { A: { status: 422, error: 'parse error' } } }, 400),
    );
    await waitFor(() => expect(shown().state).toBe('error'));
    expect([values(shown()), shown().problems[0]?.message]).toEqual([[], 'parse error']);
  });

  it('passes by kept answers once for each refresh by hand, and never for one by the clock', async () => {
    const { update } = start();
    const next = async (session: Props['session'], count: number) => {
      await waitFor(() => expect(calls).toHaveLength(count - 1));
      await act(async () => calls[count - 2]?.answer(frames(count)));
      update({ session });
      await waitFor(() => expect(calls).toHaveLength(count));
    };
    await next({ tick: 1 }, 2);
    await next({ tick: 2, tickByHand: 2 }, 3);
    await next({ tick: 2, tickByHand: 2, values: job('b') }, 4);
    await next({ tick: 3, tickByHand: 2 }, 5);
    expect(calls.map((call) => call.isFresh)).toEqual([false, false, true, false, false]);
  });

  it('is asked for again on demand', async () => {
    const { query } = start();
    await waitFor(() => expect(calls).toHaveLength(1));
    await act(async () => calls[0]?.answer(frames(1)));
    act(() => query().retry());
    await waitFor(() => expect(calls).toHaveLength(2));
  });
});
