/** How long something has to be bad, and what no answer means; in words. */
import type { ReactNode } from 'react';
import { Card, Field, Fields, Input, Select, Switch } from '../../../design';
import type { ErrorState, NoDataState } from '../model/body';
import { usualOutage } from '../model/draft';
import { secondsOf } from '../model/times';
import type { EditorPart } from './part';
import styles from './Editor.module.css';

const NO_DATA: { value: NoDataState; label: string; words: string }[] = [
  {
    value: 'NoData',
    label: 'No data',
    words: 'An alert named DatasourceNoData says that the queries answer nothing.',
  },
  {
    value: 'Alerting',
    label: 'Alerting',
    words:
      'Series that were there go on as if the condition held: they fire after the pending time.',
  },
  {
    value: 'OK',
    label: 'Normal',
    words: 'Nothing answered counts as good: alerts that fire are resolved.',
  },
  {
    value: 'KeepLast',
    label: 'Keep last state',
    words: 'Series stay as they are until there is data again.',
  },
];

const ON_ERROR: { value: ErrorState; label: string; words: string }[] = [
  {
    value: 'Error',
    label: 'Error',
    words: 'An alert named DatasourceError says why the evaluation fails; series stay as they are.',
  },
  {
    value: 'Alerting',
    label: 'Alerting',
    words:
      'Series that were there go on as if the condition held: they fire after the pending time.',
  },
  {
    value: 'OK',
    label: 'Normal',
    words: 'A failure counts as good: alerts that fire are resolved.',
  },
  {
    value: 'KeepLast',
    label: 'Keep last state',
    words: 'Series stay as they are until an evaluation works again.',
  },
];

export function BehaviourCard({ draft, problems, change }: EditorPart): ReactNode {
  return (
    <Card
      title="Evaluation"
      subtitle={draft.kind === 'alerting' ? inWords(draft.interval, draft.for) : undefined}
    >
      {draft.kind === 'alerting' && (
        <Fields columns={2}>
          <Field
            label="Pending for"
            error={problems.for}
            hint="How long the condition has to hold before the alert fires; empty for at once."
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
            hint="How long an alert fires on after the condition no longer holds."
          >
            <Input
              mono
              value={draft.keepFiring}
              placeholder="0s"
              onChange={(keepFiring) => change({ keepFiring })}
            />
          </Field>
          <Field
            label="When there is no data"
            hint={NO_DATA.find(({ value }) => value === draft.noData)?.words}
          >
            <Select
              value={draft.noData}
              options={NO_DATA}
              onChange={(noData) => change({ noData })}
            />
          </Field>
          <Field
            label="When the evaluation fails"
            hint={ON_ERROR.find(({ value }) => value === draft.onError)?.words}
          >
            <Select
              value={draft.onError}
              options={ON_ERROR}
              onChange={(onError) => change({ onError, outage: usualOutage(onError) })}
            />
          </Field>
          <Field
            label="A series is gone after"
            optional
            error={problems.missing}
            hint="Evaluations without it in a row, until its alert is resolved; 2 where empty."
          >
            <Input
              inputMode="numeric"
              value={draft.missing}
              placeholder="2"
              onChange={(missing) => change({ missing })}
            />
          </Field>
          <Field
            label="When a whole data source is away"
            hint={
              draft.outage === 'shared'
                ? 'One alert, DataSourceDown, names all rules of the source; their states stay.'
                : 'This rule decides by itself, as for any other failure.'
            }
          >
            <Select
              value={draft.outage}
              options={[
                { value: 'shared', label: 'One alert for all its rules' },
                { value: 'rule', label: 'As this rule says above' },
              ]}
              onChange={(outage) => change({ outage })}
            />
          </Field>
        </Fields>
      )}
      <div className={styles.pause}>
        <Switch
          label="Paused: kept, and not evaluated"
          checked={draft.isPaused}
          onChange={(isPaused) => change({ isPaused })}
        />
      </div>
    </Card>
  );
}

function inWords(interval: string, hold: string): string {
  const [every, pending] = [secondsOf(interval), secondsOf(hold)];
  if (!(every > 0) || !(pending >= 0)) return '';
  if (pending === 0) return `every ${interval}; fires at the first bad answer`;
  const count = Math.ceil(pending / every) + 1;
  return `every ${interval}; fires after ${count} bad answers in a row`;
}
