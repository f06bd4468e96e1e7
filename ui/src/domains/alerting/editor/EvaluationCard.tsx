/** The pending period, keep firing for, and no data and error handling of a rule. */
import { memo, type ReactNode } from 'react';
import { Card, Field, Fields, FieldSet, Input, Select, Switch } from '../../../design';
import type { ErrorState, NoDataState } from '../model/body';
import { usualOutage } from '../model/draft';
import { secondsOf } from '../model/times';
import type { LogicPart } from './part';
import styles from './Editor.module.css';

const NO_DATA: { value: NoDataState; label: string; help: string }[] = [
  {
    value: 'NoData',
    label: 'No data',
    help: 'Creates an alert named DatasourceNoData when the queries return no data.',
  },
  {
    value: 'Alerting',
    label: 'Alerting',
    help: 'Treats existing series as if the condition were met. They fire after the pending period.',
  },
  {
    value: 'OK',
    label: 'Normal',
    help: 'Treats missing data as normal. Firing alerts resolve.',
  },
  {
    value: 'KeepLast',
    label: 'Keep last state',
    help: 'Keeps the state of each series until data returns.',
  },
];

const ON_ERROR: { value: ErrorState; label: string; help: string }[] = [
  {
    value: 'Error',
    label: 'Error',
    help: 'Creates an alert named DatasourceError with the reason. Series keep their state.',
  },
  {
    value: 'Alerting',
    label: 'Alerting',
    help: 'Treats existing series as if the condition were met. They fire after the pending period.',
  },
  {
    value: 'OK',
    label: 'Normal',
    help: 'Treats a failed evaluation as normal. Firing alerts resolve.',
  },
  {
    value: 'KeepLast',
    label: 'Keep last state',
    help: 'Keeps the state of each series until an evaluation succeeds.',
  },
];

export const EvaluationCard = memo(function EvaluationCard({
  draft,
  problems,
  change,
}: LogicPart): ReactNode {
  return (
    <Card
      title="Evaluation"
      subtitle={draft.kind === 'alerting' ? inWords(draft.interval, draft.for) : undefined}
    >
      {draft.kind === 'alerting' && (
        <Fields columns={2}>
          <Field
            label="Pending period"
            error={problems.for}
            hint="How long the condition must hold before the alert fires. Leave empty to fire immediately."
          >
            <Input
              mono
              value={draft.for}
              placeholder="0s"
              onChange={(value) => change({ for: value })}
            />
          </Field>
          <Field
            label="Keep firing for"
            optional
            error={problems.keepFiring}
            hint="How long an alert keeps firing after the condition no longer holds. Default: 0s."
          >
            <Input
              mono
              value={draft.keepFiring}
              placeholder="0s"
              onChange={(keepFiring) => change({ keepFiring })}
            />
          </Field>
        </Fields>
      )}
      {draft.kind === 'alerting' && (
        <FieldSet legend="No data and error handling">
          <Fields columns={2}>
            <Field
              label="State if there is no data"
              hint={NO_DATA.find(({ value }) => value === draft.noData)?.help}
            >
              <Select
                value={draft.noData}
                options={NO_DATA}
                onChange={(noData) => change({ noData })}
              />
            </Field>
            <Field
              label="State if the evaluation fails"
              hint={ON_ERROR.find(({ value }) => value === draft.onError)?.help}
            >
              <Select
                value={draft.onError}
                options={ON_ERROR}
                onChange={(onError) => change({ onError, outage: usualOutage(onError) })}
              />
            </Field>
            <Field
              label="Missing evaluations to resolve"
              optional
              error={problems.missing}
              hint="Number of consecutive evaluations without data before the alert resolves. Default: 2."
            >
              <Input
                inputMode="numeric"
                value={draft.missing}
                placeholder="2"
                onChange={(missing) => change({ missing })}
              />
            </Field>
            <Field
              label="If the data source is unavailable"
              hint={
                draft.outage === 'shared'
                  ? 'Creates one alert, DataSourceDown, that lists all rules of the data source. The rules keep their states.'
                  : 'Applies the setting for failed evaluations to this rule.'
              }
            >
              <Select
                value={draft.outage}
                options={[
                  { value: 'shared', label: 'One alert for all rules of the data source' },
                  { value: 'rule', label: 'As configured above' },
                ]}
                onChange={(outage) => change({ outage })}
              />
            </Field>
          </Fields>
        </FieldSet>
      )}
      <div className={styles.pause}>
        <Switch
          label="Pause evaluation"
          checked={draft.isPaused}
          onChange={(isPaused) => change({ isPaused })}
        />
      </div>
    </Card>
  );
});

function inWords(interval: string, hold: string): string {
  const [every, pending] = [secondsOf(interval), secondsOf(hold)];
  if (!(every > 0) || !(pending >= 0)) return '';
  if (pending === 0)
    return `every ${interval}; fires on the first evaluation that meets the condition`;
  const count = Math.ceil(pending / every) + 1;
  return `every ${interval}; fires after ${count} consecutive evaluations that meet the condition`;
}
