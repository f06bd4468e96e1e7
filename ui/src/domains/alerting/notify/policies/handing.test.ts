import { expect, test } from 'vitest';
import { sentenceOf } from './handing';

test.each([
  ['internal', 0, /switch on Receive alerts/],
  ['internal', 1, /^One data source asks for alerts, and gets none\.$/],
  ['internal', 2, /^2 data sources ask for alerts, and get none\.$/],
  ['all', 1, /also go to the Alertmanagers/],
  ['external', 1, /Alertmanagers below alone/],
  ['external', 0, /these policies tell them/],
] as const)(
  'people read what the choice %s means with %i data sources',
  (alertmanagersChoice, numExternalAlertmanagers, said) => {
    expect(sentenceOf({ alertmanagersChoice, numExternalAlertmanagers })).toMatch(said);
  },
);
