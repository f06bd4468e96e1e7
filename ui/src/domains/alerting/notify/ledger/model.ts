/** Words for what the ledger holds. Pure. */
import type { Tone } from '../../../../design';
import type { DeliveryState, TimelineEvent } from './api';

export const DELIVERY_NAMES: Record<DeliveryState, readonly [name: string, tone: Tone]> = {
  pending: ['Waiting', 'info'],
  sent: ['Sent', 'ok'],
  failed: ['Failed', 'crit'],
  superseded: ['Superseded', 'mute'],
  stale: ['Too old', 'warn'],
};

/** States of messages, and decisions that led to none. */
export const STATES = [
  { value: '', label: 'Everything' },
  { value: 'sent', label: 'Message sent' },
  { value: 'pending', label: 'Message waits' },
  { value: 'failed', label: 'Message failed' },
  { value: 'stale', label: 'Message too old' },
  { value: 'superseded', label: 'Message superseded' },
  { value: 'routed', label: 'Routed' },
  { value: 'muted', label: 'Muted' },
  { value: 'acknowledged', label: 'Acknowledged' },
  { value: 'no_receiver', label: 'Nobody to tell' },
  { value: 'resolved_unsent', label: 'Ended untold' },
] as const;

export const SPANS = [
  { value: 'now-1h', label: 'Last hour' },
  { value: 'now-6h', label: 'Last 6 hours' },
  { value: 'now-24h', label: 'Last day' },
  { value: 'now-7d', label: 'Last 7 days' },
  { value: 'now-30d', label: 'Last 30 days' },
] as const;

export const mayRetry = (state: DeliveryState | null | undefined): boolean =>
  state === 'failed' || state === 'stale';

/** What the story of an alert comes to, in one sentence: the newest word on its messages. */
export function verdict(
  events: readonly TimelineEvent[],
): { text: string; tone: Tone } | undefined {
  const decisive = events.findLast(({ kind }) => kind === 'attempt' || kind === 'decision');
  if (!decisive)
    return events.length > 0
      ? {
          text: 'Nobody was to be told yet: the alert did not fire, or fires since a moment.',
          tone: 'mute',
        }
      : undefined;
  if (decisive.kind === 'attempt')
    return { text: decisive.sentence, tone: decisive.outcome === 'sent' ? 'ok' : 'crit' };
  const tone = decisive.deliveryState
    ? DELIVERY_NAMES[decisive.deliveryState][1]
    : decisive.decision === 'no_receiver'
      ? 'crit'
      : 'info';
  return { text: decisive.sentence, tone };
}
