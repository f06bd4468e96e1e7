/**
 * Follows queries over the server's WebSocket (`/api/live/ws`, see docs/live.md): one connection
 * for the page while anything is followed, taken up again after an interruption.
 */
import { frameFromJson, type Frame, type WireFrame } from '../data';
import type { SourceQuery } from '../sdk/datasource';

export interface Followed {
  datasource: string;
  /** Asked at each start: after an interruption it begins where the last rows ended. */
  query: () => SourceQuery & { timeRange?: { from: string; to: string } };
  onFrames: (frames: Frame[]) => void;
  onState: (state: 'connecting' | 'running') => void;
  /** Rows were left out, or the source has something to say. */
  onNotice: (text: string) => void;
  /** It is over: with a reason, or because the source has no more. */
  onEnd: (reason?: string) => void;
}

interface Message {
  type: 'subscribed' | 'frames' | 'notice' | 'error' | 'ended' | 'pong';
  id?: string;
  frames?: WireFrame[];
  text?: string;
  message?: string;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Codes after which another attempt would end the same way. */
const FINAL: Record<number, string> = {
  1008: 'The server closed the connection because of too many requests. Try again in a moment.',
  4401: 'Your session has ended. Sign in again.',
};

export class LiveConnection {
  private socket: WebSocket | undefined;
  private readonly followed = new Map<string, Followed>();
  private readonly open: () => WebSocket;
  private count = 0;
  private failures = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(open: () => WebSocket) {
    this.open = open;
  }

  /** Gives the function that stops it. */
  follow(one: Followed): () => void {
    const id = `q${(this.count += 1)}`;
    this.followed.set(id, one);
    one.onState('connecting');
    if (this.socket?.readyState === WebSocket.OPEN) this.subscribe(id, one);
    else if (!this.socket && this.retry === undefined) this.connect();
    return () => this.leave(id);
  }

  private leave(id: string): void {
    if (!this.followed.delete(id)) return;
    if (this.socket?.readyState === WebSocket.OPEN) this.send({ type: 'unsubscribe', id });
    if (this.followed.size === 0) this.close();
  }

  private close(): void {
    clearTimeout(this.retry);
    this.retry = undefined;
    const { socket } = this;
    this.socket = undefined;
    socket?.close();
  }

  private connect(): void {
    this.retry = undefined;
    const socket = this.open();
    this.socket = socket;
    socket.addEventListener('open', () => {
      for (const [id, one] of this.followed) this.subscribe(id, one);
    });
    socket.addEventListener('message', ({ data }: MessageEvent<string>) =>
      this.receive(JSON.parse(data) as Message),
    );
    socket.addEventListener('close', ({ code }) => {
      if (this.socket === socket) this.lost(code);
    });
  }

  private lost(code: number): void {
    this.socket = undefined;
    const reason = FINAL[code];
    if (reason) {
      const ended = [...this.followed.values()];
      this.followed.clear();
      for (const one of ended) one.onEnd(reason);
      return;
    }
    for (const one of this.followed.values()) one.onState('connecting');
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.failures);
    this.failures += 1;
    // Spread, so that not all pages come back at the same moment.
    this.retry = setTimeout(() => this.connect(), pause * (0.5 + Math.random()));
  }

  private subscribe(id: string, { datasource, query }: Followed): void {
    this.send({ type: 'subscribe', id, datasource, query: query() });
  }

  private send(message: object): void {
    this.socket?.send(JSON.stringify(message));
  }

  private receive({ type, id = '', frames = [], text = '', message }: Message): void {
    const one = this.followed.get(id);
    if (!one) return;
    if (type === 'subscribed') {
      this.failures = 0;
      one.onState('running');
    } else if (type === 'frames') {
      one.onFrames(frames.map(frameFromJson));
    } else if (type === 'notice') {
      one.onNotice(text);
    } else if (type === 'error' || type === 'ended') {
      this.followed.delete(id);
      if (this.followed.size === 0) this.close();
      one.onEnd(
        type === 'error'
          ? (message ?? 'Live streaming is not available for this query.')
          : undefined,
      );
    }
  }
}
