import type { ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { Button } from '../../../../design';
import { IntervalFields } from './IntervalFields';
import type { Interval } from './model';
import styles from './MuteTimings.module.css';

export interface IntervalListProps {
  intervals: readonly Interval[];
  onChange: (intervals: Interval[]) => void;
  mayBeEmpty?: boolean;
}

/** Several time intervals, of which any can match. */
export function IntervalList({
  intervals,
  onChange,
  mayBeEmpty = false,
}: IntervalListProps): ReactNode {
  return (
    <div className={styles.intervals}>
      {intervals.map((interval, index) => (
        <IntervalFields
          key={index}
          interval={interval}
          onChange={(next) => onChange(intervals.with(index, next))}
          onRemove={
            intervals.length > 1 || mayBeEmpty
              ? () => onChange(intervals.toSpliced(index, 1))
              : undefined
          }
        />
      ))}
      <div>
        <Button icon={Plus} onClick={() => onChange([...intervals, {}])}>
          Add {intervals.length > 0 ? 'another interval' : 'an interval'}
        </Button>
      </div>
    </div>
  );
}
