import { describe, expect, test } from 'vitest';
import { newDraft, type RuleDraft } from './draft';
import { withLevels } from './edits';
import {
  previewedBody,
  summaryOf,
  verdictsOf,
  type Evaluation,
  type PreviewedInstance,
} from './verdicts';

const draft = newDraft({ refId: 'A', datasourceUid: 'prom', model: {} });

function instance(state: string, more: Partial<PreviewedInstance> = {}): PreviewedInstance {
  const labels = {
    alertname: 'New rule',
    grafana_folder: '',
    __alert_rule_uid__: 'new',
    host: state,
  };
  return { fingerprint: state, labels, state, reason: '', values: { B: 95, C: 1 }, ...more };
}

const evaluation = (...instances: PreviewedInstance[]): Evaluation => ({
  health: 'ok',
  failure: '',
  instances,
});
const verdicts = (rule: RuleDraft, ...instances: PreviewedInstance[]) =>
  verdictsOf(rule, evaluation(...instances));

describe('what a rule would do', () => {
  test('is what the server says of each series, those that fire first', () => {
    const found = verdicts(
      draft,
      instance('Normal'),
      instance('NoData'),
      instance('Alerting'),
      instance('Error'),
    );
    expect(found.map(({ text }) => text)).toEqual(['Firing', 'Error', 'No data', 'Normal']);
    expect(summaryOf(draft, found)).toBe('1 of 4 series would fire.');
  });

  test('is told with the number that was compared, and with the labels of the series', () => {
    expect(verdicts(draft, instance('Alerting'))).toEqual([
      {
        key: 'Alerting',
        labels: { host: 'Alerting' },
        state: 'firing',
        text: 'Firing',
        reason: '',
        value: 95,
        others: 'C = 1',
      },
    ]);
  });

  test('says how long the condition has to hold where the rule waits', () => {
    const patient = { ...draft, for: '5m' };
    const found = verdicts(patient, instance('Pending'), instance('Normal'));
    expect(found[0]?.text).toBe('Fires after 5m');
    expect(summaryOf(patient, found)).toBe(
      '1 of 2 series would fire after a pending period of 5m.',
    );
  });

  test('names the reason where numbers did not decide, once', () => {
    expect(verdicts(draft, instance('Alerting', { reason: 'NoData' }))[0]?.reason).toBe('no data');
    expect(verdicts(draft, instance('Normal', { reason: 'Error, KeepLast' }))[0]?.reason).toBe(
      'error, KeepLast',
    );
    expect(verdicts(draft, instance('NoData', { reason: 'NoData' }))[0]?.reason).toBe('');
  });

  test('shows no number where there is none', () => {
    expect(verdicts(draft, instance('NoData', { values: {} }))[0]).toMatchObject({
      value: null,
      others: '',
    });
  });

  test('of several severities is told with what they are over, and the label of the one that was reached', () => {
    const levels = [{ labels: { severity: 'critical' }, evaluator: { type: 'gt', params: [90] } }];
    const several = { ...draft, ...withLevels(draft), thresholds: { of: 'B', levels } };
    const labels = { alertname: 'New rule', host: 'a', severity: 'critical' };
    expect(
      verdicts(several, instance('Alerting', { labels, values: { B: 95, level: 2 } }))[0],
    ).toMatchObject({ labels: { host: 'a', severity: 'critical' }, value: 95, others: '' });
  });
});

test('a rule can be previewed before its routing is set, and while it is paused', () => {
  const told = { ...draft.notification, way: 'direct' as const, receiver: '' };
  expect(previewedBody({ ...draft, notification: told, isPaused: true })).toMatchObject({
    notification_settings: null,
    isPaused: false,
  });
});
