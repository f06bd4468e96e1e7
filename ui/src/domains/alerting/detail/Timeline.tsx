/** Which state each series was in, and for how long. */
import { useMemo, useState, type ReactNode } from 'react';
import { frameFromJson, resolveTimeRange } from '../../../data';
import { Card, EmptyState, ErrorState, Select, SkeletonRows } from '../../../design';
import { usePreferences } from '../../../kernel/preferences';
import type { AlertInstance } from '../../../sdk/alertStates';
import { useHistory } from '../api';
import { entriesOf, STATE_FIELDS, timelineFrames } from '../model/history';
import { useNow } from '../parts/Ago';
import { FramesPanel } from '../parts/FramesPanel';
import { useZone } from '../parts/useZone';
import styles from './Detail.module.css';

const RANGES = [
  { value: 'now-1h', label: 'Last hour' },
  { value: 'now-6h', label: 'Last 6 hours' },
  { value: 'now-24h', label: 'Last 24 hours' },
  { value: 'now-7d', label: 'Last 7 days' },
  { value: 'now-30d', label: 'Last 30 days' },
];

const MOST = 20;

const OPTIONS = {
  mergeValues: true,
  showValue: 'auto',
  perPage: MOST,
  legend: { showLegend: true, displayMode: 'list', placement: 'bottom' },
  tooltip: { mode: 'single' },
};
const ROW = 32;
/** Of the time axis and one line of states, in pixels. */
const BELOW = 64;
const PAGES = 30;

export function Timeline({
  uid,
  instances,
}: {
  uid: string;
  instances: readonly AlertInstance[];
}): ReactNode {
  const [from, setFrom] = useState('now-1h');
  const timeZone = useZone();
  const { weekStart } = usePreferences();
  // Moves on with the clock, ten seconds at a time.
  const step = Math.floor(useNow() / 10_000);
  const range = useMemo(
    () => ({ ...resolveTimeRange({ from, to: 'now' }, { timeZone, weekStart }), step }),
    [from, timeZone, weekStart, step],
  );
  const history = useHistory(uid, range);
  const frames = useMemo(
    () =>
      timelineFrames(
        history.data ? entriesOf(frameFromJson(history.data)) : [],
        instances,
        range.from,
      ),
    [history.data, instances, range],
  );
  return (
    <Card
      title="State history"
      actions={
        <Select size="sm" label="Time range" value={from} options={RANGES} onChange={setFrom} />
      }
    >
      {history.isPending && <SkeletonRows rows={3} />}
      {history.error && (
        <ErrorState
          error={history.error}
          title="The history could not be loaded"
          onRetry={() => void history.refetch()}
        />
      )}
      {history.data && frames.length === 0 && (
        <EmptyState title="No state changes in this time range">
          The rule had no series in this time range.
        </EmptyState>
      )}
      {history.data && frames.length > 0 && (
        <div className={styles.timeline}>
          <FramesPanel
            type="state-timeline"
            title="State timeline"
            frames={frames}
            range={range}
            timeZone={timeZone}
            height={
              Math.min(frames.length, MOST) * ROW + BELOW + (frames.length > MOST ? PAGES : 0)
            }
            options={OPTIONS}
            fieldConfig={STATE_FIELDS}
          />
        </div>
      )}
    </Card>
  );
}
