/** Labels of delivery states and decisions, and the summary of a timeline. Pure. */
import type { Tone } from '../../../../design';
import type { DeliveryState, TimelineEvent } from './api';

export const DELIVERY_NAMES: Record<DeliveryState, readonly [name: string, tone: Tone]> = {
  pending: ['Pending', 'info'],
  sent: ['Sent', 'ok'],
  failed: ['Failed', 'crit'],
  superseded: ['Superseded', 'mute'],
  stale: ['Expired', 'warn'],
};

/** Delivery states, and decisions that sent no notification. */
export const STATES = [
  { value: '', label: 'All states' },
  { value: 'sent', label: 'Notification sent' },
  { value: 'pending', label: 'Notification pending' },
  { value: 'failed', label: 'Notification failed' },
  { value: 'stale', label: 'Notification expired' },
  { value: 'superseded', label: 'Notification superseded' },
  { value: 'routed', label: 'Routed' },
  { value: 'muted', label: 'Muted' },
  { value: 'acknowledged', label: 'Acknowledged' },
  { value: 'no_receiver', label: 'No receiver' },
  { value: 'resolved_unsent', label: 'Resolved before sending' },
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

/** The latest decision or attempt of an alert, as one sentence. */
export function verdict(
  events: readonly TimelineEvent[],
): { text: string; tone: Tone } | undefined {
  const decisive = events.findLast(({ kind }) => kind === 'attempt' || kind === 'decision');
  if (!decisive)
    return events.length > 0
      ? {
          text: 'No notification was due. The alert did not fire, or only started to fire.',
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
