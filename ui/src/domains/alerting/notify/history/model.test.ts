import { expect, test } from 'vitest';
import type { TimelineEvent } from './api';
import { mayRetry, verdict } from './model';

const event = (
  kind: TimelineEvent['kind'],
  sentence: string,
  more: Partial<TimelineEvent> = {},
): TimelineEvent => ({ time: '', kind, sentence, ...more });

test('the latest decision or attempt is the summary', () => {
  const sent = event('decision', 'Notified web.', { decision: 'first', deliveryState: 'sent' });
  const failed = event('attempt', 'web refused.', { outcome: 'undeliverable' });
  expect(verdict([sent])).toEqual({ text: 'Notified web.', tone: 'ok' });
  expect(verdict([sent, failed])).toEqual({ text: 'web refused.', tone: 'crit' });
  expect(verdict([sent, failed, event('acknowledgement', 'ada acknowledged it.')])?.text).toBe(
    'web refused.',
  );
  expect(verdict([event('decision', 'No receiver.', { decision: 'no_receiver' })])?.tone).toBe(
    'crit',
  );
});

test('an alert without decisions shows that no notification was due', () => {
  expect(verdict([event('transition', 'Went from Normal to Pending.')])?.text).toContain(
    'No notification was due',
  );
  expect(verdict([])).toBeUndefined();
});

test('only notifications that were given up can be sent again', () => {
  expect((['pending', 'sent', 'failed', 'superseded', 'stale'] as const).filter(mayRetry)).toEqual([
    'failed',
    'stale',
  ]);
});
