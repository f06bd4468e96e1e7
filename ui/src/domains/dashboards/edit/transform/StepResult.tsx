import { useState, type ReactNode } from 'react';
import { CirclePlay } from 'lucide-react';
import { frameDisplayName, type Frame } from '../../../../data';
import { Button, EmptyState, Pill, Segmented, Select, SkeletonRows, Tag } from '../../../../design';
import { FrameGrid, type Marks } from './FrameGrid';
import { sizeOf, type ColumnChanges, type PipelineStep } from './pipeline';
import { counted } from './words';
import styles from './Transform.module.css';

export interface StepResultProps {
  /** Counted from 1; 0 is the query result. */
  number: number;
  /** What the queries answered. */
  frames: readonly Frame[];
  result?: PipelineStep;
  isLoading: boolean;
  timeZone: string;
  isShownUpTo: boolean;
  onShowUpTo: (isOn: boolean) => void;
}

type Side = 'before' | 'after';

/** More frames than this are chosen from a list. */
const MOST_TABS = 6;

export function StepResult(props: StepResultProps): ReactNode {
  const { number, result, timeZone, isShownUpTo, onShowUpTo } = props;
  const [side, setSide] = useState<Side>('after');
  const [chosen, setChosen] = useState(0);
  const frames = result ? result[side] : number === 0 ? props.frames : [];
  const index = Math.min(chosen, Math.max(0, frames.length - 1));
  const frame = frames[index];
  const size = sizeOf(frames);
  return (
    <section className={styles.result} aria-label="Result">
      <header className={styles.resultHead}>
        {number > 0 && (
          <Segmented
            size="sm"
            label="Result of the step"
            value={side}
            options={[
              { value: 'before', label: 'Before' },
              { value: 'after', label: 'After' },
            ]}
            onChange={setSide}
          />
        )}
        <strong>{number > 0 ? `Step ${number}` : 'Query result'}</strong>
        <span className={styles.counts} role="status">
          {counted(size.frames, 'frame')} · {counted(size.fields, 'field')} ·{' '}
          {counted(size.rows, 'row')}
        </span>
        {result && <Changes changes={result.changes} />}
        <span className={styles.grow} />
        <Button
          size="sm"
          icon={CirclePlay}
          pressed={isShownUpTo}
          onClick={() => onShowUpTo(!isShownUpTo)}
        >
          Show panel up to here
        </Button>
      </header>
      {frames.length > 1 && <FrameChoice frames={frames} value={index} onChange={setChosen} />}
      {frame ? (
        <FrameGrid
          key={`${number} ${side} ${index}`}
          frame={frame}
          frames={frames}
          marks={marksOf(result?.changes, side)}
          timeZone={timeZone}
        />
      ) : props.isLoading ? (
        <SkeletonRows rows={6} />
      ) : (
        <EmptyState title="No data">There are no frames at this point.</EmptyState>
      )}
    </section>
  );
}

function Changes({ changes }: { changes: ColumnChanges }): ReactNode {
  const { added, removed, retyped } = changes;
  return (
    <>
      {added.length > 0 && (
        <Tag tone="ok" title={added.join(', ')}>
          + {counted(added.length, 'field')}
        </Tag>
      )}
      {removed.length > 0 && (
        <Tag tone="crit" title={removed.join(', ')}>
          − {counted(removed.length, 'field')}
        </Tag>
      )}
      {retyped.length > 0 && (
        <Tag
          tone="info"
          title={retyped.map(({ name, from, to }) => `${name}: ${from} → ${to}`).join(', ')}
        >
          {counted(retyped.length, 'type')} changed
        </Tag>
      )}
    </>
  );
}

function marksOf(changes: ColumnChanges | undefined, side: Side): Marks {
  if (!changes) return {};
  if (side === 'before') return { removed: new Set(changes.removed) };
  return {
    added: new Set(changes.added),
    formerTypes: new Map(changes.retyped.map(({ name, from }) => [name, from])),
  };
}

interface FrameChoiceProps {
  frames: readonly Frame[];
  value: number;
  onChange: (index: number) => void;
}

function FrameChoice({ frames, value, onChange }: FrameChoiceProps): ReactNode {
  const names = frames.map((frame, index) => nameOf(frame, index));
  if (frames.length > MOST_TABS)
    return (
      <div className={styles.frames}>
        <Select
          size="sm"
          label="Frame"
          value={String(value)}
          options={names.map((name, index) => ({ value: String(index), label: name }))}
          onChange={(index) => onChange(Number(index))}
        />
      </div>
    );
  return (
    <div className={styles.frames} role="radiogroup" aria-label="Frame">
      {names.map((name, index) => (
        <Pill
          key={index}
          role="radio"
          selected={index === value}
          count={frames[index]?.length}
          countLabel="rows"
          onClick={() => onChange(index)}
        >
          {name}
        </Pill>
      ))}
    </div>
  );
}

function nameOf(frame: Frame, index: number): string {
  return frameDisplayName(frame) || `${frame.refId ?? 'Frame'} ${index + 1}`;
}
