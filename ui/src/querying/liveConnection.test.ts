import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveConnection, type Followed } from './liveConnection';

class FakeSocket {
  readyState = 0;
  sent: { type: string; id: string; query?: Record<string, unknown> }[] = [];
  isClosed = false;
  private listeners = new Map<string, (event: object) => void>();
  addEventListener(type: string, listener: (event: object) => void) {
    this.listeners.set(type, listener);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as (typeof this.sent)[number]);
  }
  close() {
    this.isClosed = true;
  }
  opens() {
    this.readyState = 1;
    this.listeners.get('open')?.({});
  }
  says(message: object) {
    this.listeners.get('message')?.({ data: JSON.stringify(message) });
  }
  breaks(code: number) {
    this.readyState = 3;
    this.listeners.get('close')?.({ code });
  }
}

let sockets: FakeSocket[] = [];
let connection: LiveConnection;
const last = () => sockets.at(-1) as FakeSocket;

function follow(from = 0) {
  const heard = {
    states: [] as string[],
    frames: 0,
    ends: [] as (string | undefined)[],
    notices: [] as string[],
  };
  const one: Followed = {
    datasource: 'loki',
    query: () => ({ refId: 'A', expr: '{}', startNs: String((from += 1)) }),
    onFrames: (frames) => (heard.frames += frames.length),
    onState: (state) => heard.states.push(state),
    onNotice: (text) => heard.notices.push(text),
    onEnd: (reason) => heard.ends.push(reason),
  };
  return { heard, stop: connection.follow(one) };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', { OPEN: 1 });
  sockets = [];
  connection = new LiveConnection(() => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket as unknown as WebSocket;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('following a query', () => {
  test('shares one connection, and ends it with the last query', () => {
    const first = follow();
    last().opens();
    const second = follow();
    expect(sockets).toHaveLength(1);
    expect(last().sent.map(({ type, id }) => [type, id])).toEqual([
      ['subscribe', 'q1'],
      ['subscribe', 'q2'],
    ]);
    first.stop();
    expect(last().isClosed).toBe(false);
    second.stop();
    expect(last().isClosed).toBe(true);
  });

  test('hands each query its own rows and notices', () => {
    const first = follow();
    const second = follow();
    last().opens();
    last().says({ type: 'subscribed', id: 'q2' });
    last().says({
      type: 'frames',
      id: 'q2',
      frames: [{ schema: { fields: [] }, data: { values: [] } }],
    });
    last().says({ type: 'notice', id: 'q2', text: '12 rows were left out' });
    expect(second.heard).toMatchObject({
      states: ['connecting', 'running'],
      frames: 1,
      notices: ['12 rows were left out'],
    });
    expect(first.heard.frames).toBe(0);
  });

  test('goes on after the server restarted, from where the rows ended', () => {
    const { heard } = follow();
    last().opens();
    last().breaks(1012);
    vi.advanceTimersByTime(1_000);
    expect(sockets).toHaveLength(2);
    last().opens();
    last().says({ type: 'subscribed', id: 'q1' });
    expect(last().sent[0]?.query).toMatchObject({ startNs: '2' });
    expect(heard.states).toEqual(['connecting', 'connecting', 'running']);
  });

  test('waits longer with each attempt that fails', () => {
    follow();
    for (let attempt = 0; attempt < 8; attempt += 1) {
      last().breaks(1006);
      vi.advanceTimersByTime(45_000);
    }
    const before = sockets.length;
    last().breaks(1006);
    vi.advanceTimersByTime(10_000);
    expect(sockets).toHaveLength(before);
  });

  test('gives up where the session has ended, and says so', () => {
    const { heard } = follow();
    last().opens();
    last().breaks(4401);
    vi.advanceTimersByTime(120_000);
    expect(sockets).toHaveLength(1);
    expect(heard.ends).toEqual(['Your session has ended. Sign in again.']);
  });

  test('ends with the reason the server gives', () => {
    const { heard } = follow();
    last().opens();
    last().says({ type: 'error', id: 'q1', message: 'Loki: parse error' });
    expect(heard.ends).toEqual(['Loki: parse error']);
    expect(last().isClosed).toBe(true);
  });

  test('stopped while it waits for the next attempt it does not come back', () => {
    const { stop } = follow();
    last().breaks(1006);
    stop();
    vi.advanceTimersByTime(120_000);
    expect(sockets).toHaveLength(1);
  });
});
