/**
 * How long panels took from their first query to their first picture, reported to the server in
 * batches.
 */
import { request } from '../../../kernel/api';

interface Measurement {
  type: string;
  seconds: number;
}

const BATCH_MS = 5000;
const BATCH_SIZE = 200;

let pending: Measurement[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

export function reportPanelLoad(type: string, milliseconds: number): void {
  if (!Number.isFinite(milliseconds) || milliseconds < 0) return;
  pending.push({ type, seconds: Math.round(milliseconds) / 1000 });
  if (pending.length >= BATCH_SIZE) flushPanelMetrics();
  else timer ??= setTimeout(flushPanelMetrics, BATCH_MS);
}

export function flushPanelMetrics(): void {
  clearTimeout(timer);
  timer = undefined;
  if (pending.length === 0) return;
  const panels = pending;
  pending = [];
  // Measurements are not worth a message: a lost batch is a lost batch.
  request('POST', '/api/frontend-metrics', { body: { panels } }).catch(() => {});
}
