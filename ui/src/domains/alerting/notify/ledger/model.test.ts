import { expect, test } from 'vitest';
import type { TimelineEvent } from './api';
import { mayRetry, verdict } from './model';

const event = (
  kind: TimelineEvent['kind'],
  sentence: string,
  more: Partial<TimelineEvent> = {},
): TimelineEvent => ({ time: '', kind, sentence, ...more });

test('the newest word about a message is the answer', () => {
  const told = event('decision', 'Told to web.', { decision: 'first', deliveryState: 'sent' });
  const failed = event('attempt', 'web refused.', { outcome: 'undeliverable' });
  expect(verdict([told])).toEqual({ text: 'Told to web.', tone: 'ok' });
  expect(verdict([told, failed])).toEqual({ text: 'web refused.', tone: 'crit' });
  expect(verdict([told, failed, event('acknowledgement', 'ada acknowledged it.')])?.text).toBe(
    'web refused.',
  );
  expect(verdict([event('decision', 'Nobody is told.', { decision: 'no_receiver' })])?.tone).toBe(
    'crit',
  );
});

test('an alert of which nothing was decided says so', () => {
  expect(verdict([event('transition', 'Went from Normal to Pending.')])?.text).toContain(
    'Nobody was to be told yet',
  );
  expect(verdict([])).toBeUndefined();
});

test('only messages that were given up are sent again', () => {
  expect((['pending', 'sent', 'failed', 'superseded', 'stale'] as const).filter(mayRetry)).toEqual([
    'failed',
    'stale',
  ]);
});
