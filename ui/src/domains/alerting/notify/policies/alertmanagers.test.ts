import { expect, test } from 'vitest';
import { sentenceOf } from './alertmanagers';

test.each([
  ['internal', 0, /turn on “Receive alerts”/],
  ['internal', 1, /^Receive alerts is on in one data source, but only the built-in/],
  ['internal', 2, /^Receive alerts is on in 2 data sources, but only the built-in/],
  ['all', 1, /also sent to the external Alertmanagers/],
  ['external', 1, /only to the external Alertmanagers below/],
  ['external', 0, /built-in Alertmanager sends the notifications/],
] as const)(
  'a sentence explains the choice %s with %i external Alertmanagers',
  (alertmanagersChoice, numExternalAlertmanagers, said) => {
    expect(sentenceOf({ alertmanagersChoice, numExternalAlertmanagers })).toMatch(said);
  },
);
