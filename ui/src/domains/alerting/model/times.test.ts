import { expect, test } from 'vitest';
import { inZone } from './times';

test('moments in sentences of the server are told in the zone of the page', () => {
  const sentence =
    'Alerting since 2026-11-22 23:03:06 UTC. The next evaluation is due at 2026-11-23 00:10:00 UTC, one every 10s.';
  expect(inZone(sentence, 'Europe/Berlin')).toBe(
    'Alerting since 2026-11-23 00:03:06. The next evaluation is due at 2026-11-23 01:10:00, one every 10s.',
  );
  expect(inZone('C is 1 at noon', 'Europe/Berlin')).toBe('C is 1 at noon');
});
