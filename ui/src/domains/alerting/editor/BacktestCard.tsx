/**
 * The backtest of a rule: the states of its series over a past time range, and the notifications
 * that would have been sent.
 */
import { memo, useMemo, useState, type ReactNode } from 'react';
import { History } from 'lucide-react';
import { formatTime, type TimeRange } from '../../../data';
import { Button, Card, EmptyState, Select, Table } from '../../../design';
import { errorMessage } from '../../../kernel/api';
import { instanceState } from '../../../sdk/alertStates';
import { useBacktest, type Backtest } from '../evaluationApi';
import { spansOf, spanWithin } from '../model/backtest';
import type { RuleBody } from '../model/body';
import { STATE_FIELDS, timelineFrames, type HistoryEntry } from '../model/history';
import { FramesPanel } from '../parts/FramesPanel';
import { LabelList } from '../parts/LabelList';
import { useZone } from '../parts/useZone';
import styles from './Backtest.module.css';

const SIX_HOURS = 6 * 3_600_000;
const MOST_ROWS = 12;
const MOST_MESSAGES = 50;
const TIMELINE = {
  mergeValues: true,
  showValue: 'auto',
  perPage: MOST_ROWS,
  legend: { showLegend: true, displayMode: 'list', placement: 'bottom' },
  tooltip: { mode: 'single' },
};

export interface BacktestCardProps {
  interval: string;
  /** The rule as it is edited now. */
  body: () => RuleBody;
}

export const BacktestCard = memo(function BacktestCard({
  interval,
  body,
}: BacktestCardProps): ReactNode {
  const [wanted, setWanted] = useState(SIX_HOURS);
  const spans = spansOf(interval);
  const span = spanWithin(spans, wanted);
  const backtest = useBacktest();
  const run = () => {
    const to = Date.now();
    backtest.mutate({ rule: body(), from: to - span, to, interval });
  };
  return (
    <Card
      flush
      title="Backtest"
      actions={
        <>
          <Select
            size="sm"
            label="Backtest time range"
            value={String(span)}
            options={spans.map((each) => ({ ...each, value: String(each.value) }))}
            onChange={(next) => setWanted(Number(next))}
          />
          <Button size="sm" icon={History} busy={backtest.isPending} onClick={run}>
            Run backtest
          </Button>
        </>
      }
    >
      {backtest.error && (
        <p role="alert" className={styles.problem}>
          {errorMessage(backtest.error)}
        </p>
      )}
      {backtest.data && backtest.variables && (
        <Outcome done={backtest.data} from={backtest.variables.from} to={backtest.variables.to} />
      )}
      {backtest.isIdle && (
        <p className={styles.note}>
          Evaluate the current rule over a past time range. No notifications are sent.
        </p>
      )}
    </Card>
  );
});

function Outcome({ done, from, to }: { done: Backtest; from: number; to: number }): ReactNode {
  const timeZone = useZone();
  const range = useMemo<TimeRange>(
    () => ({ from, to, raw: { from: String(from), to: String(to) } }),
    [from, to],
  );
  const frames = useMemo(
    () => timelineFrames(done.transitions.map(entryOf), [], from),
    [done, from],
  );
  const { made, wanted } = done.evaluations;
  const [failure] = done.failures;
  return (
    <>
      <p className={styles.note} role="status">
        {made.toLocaleString()} evaluations
        {made < wanted && ` of ${wanted.toLocaleString()} (the others timed out)`},{' '}
        {done.transitions.length.toLocaleString()} state changes,{' '}
        {done.messages.length.toLocaleString()} notifications.
      </p>
      {failure && (
        <p className={styles.problem}>
          {done.failures.length.toLocaleString()} evaluations failed. First error: {failure.error}
        </p>
      )}
      {frames.length > 0 && (
        <div className={styles.timeline}>
          <FramesPanel
            type="state-timeline"
            title="Backtest"
            frames={frames}
            range={range}
            timeZone={timeZone}
            height={Math.min(frames.length, MOST_ROWS) * 30 + 90}
            options={TIMELINE}
            fieldConfig={STATE_FIELDS}
          />
        </div>
      )}
      {done.messages.length === 0 ? (
        <EmptyState title="No notifications would have been sent" />
      ) : (
        <Table label="Notifications that would have been sent" hover={false}>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Contact point</th>
              <th scope="col">Group</th>
              <th scope="col" data-align="end">
                Firing
              </th>
              <th scope="col" data-align="end">
                Resolved
              </th>
            </tr>
          </thead>
          <tbody>
            {done.messages.slice(0, MOST_MESSAGES).map((message, index) => (
              <tr key={index}>
                <td data-dim>{formatTime(message.at, 'full', timeZone)}</td>
                <td>{message.receiver}</td>
                <td>
                  <LabelList labels={message.group} most={3} />
                </td>
                <td data-align="end">{message.firingCount}</td>
                <td data-align="end">{message.resolvedCount}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {done.messages.length > MOST_MESSAGES && (
        <p className={styles.note}>{done.messages.length - MOST_MESSAGES} more notifications.</p>
      )}
    </>
  );
}

function entryOf({
  at,
  labels,
  before,
  after,
  reason,
}: Backtest['transitions'][number]): HistoryEntry {
  return {
    time: at,
    labels,
    previous: instanceState(before).state,
    current: instanceState(after).state,
    reason,
    error: '',
  };
}
