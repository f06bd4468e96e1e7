/** The result of one query or expression: a graph with the threshold, or numbers. */
import { useMemo, useState, type ReactNode } from 'react';
import type { FieldConfigSource, TimeRange } from '../../../data';
import { Button } from '../../../design';
import type { RuleLogic } from '../model/draft';
import { itemsOf, stepsFor } from '../model/preview';
import { LabelList } from '../parts/LabelList';
import { FramesPanel } from '../parts/FramesPanel';
import { useZone } from '../parts/useZone';
import type { Preview } from './usePreview';
import styles from './Preview.module.css';

export interface QueryResultProps {
  draft: RuleLogic;
  refId: string;
  preview: Preview;
}

const MOST = 8;
const GRAPH = 190;
const OPTIONS = {
  legend: { showLegend: true, displayMode: 'list', placement: 'bottom' },
  tooltip: { mode: 'multi', sort: 'desc' },
};

export function QueryResult({ draft, refId, preview }: QueryResultProps): ReactNode {
  const problem = preview.problems.find((each) => each.refId === refId);
  const frames = useMemo(
    () => preview.frames.filter((frame) => frame.refId === refId),
    [preview.frames, refId],
  );
  const items = useMemo(() => itemsOf(frames), [frames]);
  if (problem)
    return (
      <p className={styles.problem} role="alert">
        {problem.message}
      </p>
    );
  if (preview.ranAt === undefined || preview.error) return null;
  if (items.length === 0) return <p className={styles.none}>The query returned no data.</p>;
  if (items.some(({ isSeries }) => isSeries))
    return <Graph draft={draft} refId={refId} frames={frames} ranAt={preview.ranAt} />;
  return <Numbers items={items} />;
}

function Graph({
  draft,
  refId,
  frames,
  ranAt,
}: {
  draft: RuleLogic;
  refId: string;
  frames: Preview['frames'];
  ranAt: number;
}): ReactNode {
  const timeZone = useZone();
  const query = draft.data.find((each) => each.refId === refId);
  const range = useMemo<TimeRange>(() => {
    const { from = 600, to = 0 } = query?.relativeTimeRange?.from
      ? query.relativeTimeRange
      : spanOf(draft);
    return {
      from: ranAt - from * 1000,
      to: ranAt - to * 1000,
      raw: { from: `now-${from}s`, to: `now-${to}s` },
    };
  }, [query, draft, ranAt]);
  const steps = useMemo(() => stepsFor(draft, refId), [draft, refId]);
  const fieldConfig = useMemo<FieldConfigSource>(
    () => ({
      defaults: {
        ...(steps ? { thresholds: { mode: 'absolute' as const, steps } } : {}),
        custom: {
          lineWidth: 1,
          showPoints: 'never',
          thresholdsStyle: { mode: steps ? 'dashed+area' : 'off' },
          ...softAxis(steps),
        },
      },
      overrides: [],
    }),
    [steps],
  );
  return (
    <FramesPanel
      type="timeseries"
      title={`Result of ${refId}`}
      frames={frames}
      range={range}
      timeZone={timeZone}
      height={GRAPH}
      options={OPTIONS}
      fieldConfig={fieldConfig}
    />
  );
}

/** The range of an expression is that of the longest query. */
function spanOf({ data }: RuleLogic): { from: number; to: number } {
  return {
    from: Math.max(600, ...data.map(({ relativeTimeRange }) => relativeTimeRange?.from ?? 0)),
    to: 0,
  };
}

/** The axis range that includes the threshold, even if the series are far from it. */
function softAxis(steps: ReturnType<typeof stepsFor>): {
  axisSoftMin?: number;
  axisSoftMax?: number;
} {
  const limits = (steps ?? []).flatMap(({ value }) => (value === null ? [] : value));
  if (limits.length === 0) return {};
  const [low, high] = [Math.min(...limits), Math.max(...limits)];
  const room = Math.max(Math.abs(high), Math.abs(low), 1e-9) * 0.1;
  return { axisSoftMin: low < 0 ? low - room : Math.min(0, low), axisSoftMax: high + room };
}

function Numbers({ items }: { items: ReturnType<typeof itemsOf> }): ReactNode {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <ul className={styles.numbers}>
      {items.slice(0, showsAll ? undefined : MOST).map(({ labels, value }, index) => (
        <li key={index}>
          <LabelList labels={labels} />
          <strong>
            {value === null
              ? 'no value'
              : value.toLocaleString(undefined, { maximumSignificantDigits: 6 })}
          </strong>
        </li>
      ))}
      {items.length > MOST && !showsAll && (
        <li>
          <Button size="sm" variant="ghost" onClick={() => setShowsAll(true)}>
            Show all {items.length.toLocaleString()}
          </Button>
        </li>
      )}
    </ul>
  );
}
