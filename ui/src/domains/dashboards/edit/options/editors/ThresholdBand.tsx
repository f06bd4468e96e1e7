/** The distribution of the values over the colours of the steps, with a handle for each limit. */
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useTheme } from '../../../../../design';
import { histogram, tickOf } from './numbers';
import { inOrder, type Scale, type ThresholdRow } from './thresholdRows';
import styles from './Thresholds.module.css';

const BINS = 32;

interface Props {
  label: string;
  rows: readonly ThresholdRow[];
  /** Ascending, in the measure of the limits. */
  values: Float64Array;
  scale: Scale;
  format: (limit: number) => string;
  onMove: (id: string, limit: number) => void;
  onDone: () => void;
}

export function ThresholdBand(props: Props): ReactNode {
  const { label, rows, values, scale, format, onMove, onDone } = props;
  const theme = useTheme();
  const track = useRef<HTMLDivElement>(null);
  const dragged = useRef<string>(undefined);
  const { min, max } = scale;
  const tick = tickOf(max - min);
  const ascending = inOrder(rows).toReversed();
  const placeOf = (limit: number) => Math.min(1, Math.max(0, (limit - min) / (max - min)));
  const limitOf = (row: ThresholdRow) => (row.isBase ? min : (row.step.value ?? min));
  const counts = histogram(values, min, max, BINS);
  const highest = Math.max(1, ...counts);
  const colorAt = (limit: number) =>
    ascending.findLast((row) => row.isBase || limitOf(row) <= limit)?.step.color ?? 'text';

  const move = (id: string, limit: number) =>
    onMove(id, Number((Math.round(limit / tick) * tick).toPrecision(12)));
  const onPointerMove = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect();
    if (!dragged.current || !box || box.width === 0) return;
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    move(dragged.current, min + share * (max - min));
  };
  const end = () => {
    if (dragged.current) onDone();
    dragged.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent, row: ThresholdRow) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const by = step * tick * (event.shiftKey ? 10 : 1);
    onMove(row.id, Number((limitOf(row) + by).toPrecision(12)));
  };
  return (
    <div className={styles.band}>
      <div
        className={styles.bins}
        role="img"
        aria-label={`Distribution of ${values.length.toLocaleString('en')} values from ${format(min)} to ${format(max)}`}
      >
        {counts.map((count, index) => (
          <i
            key={index}
            style={{
              // A bin with one value among thousands still shows.
              height: count === 0 ? 0 : `max(2px, ${(count / highest) * 100}%)`,
              background: theme.color(colorAt(min + ((index + 0.5) / BINS) * (max - min))),
            }}
          />
        ))}
      </div>
      <div ref={track} className={styles.track}>
        {ascending.map((row, index) => {
          const start = row.isBase ? 0 : placeOf(limitOf(row));
          const above = ascending[index + 1];
          const stop = above ? placeOf(limitOf(above)) : 1;
          return (
            <i
              key={row.id}
              style={{
                left: `${start * 100}%`,
                width: `${Math.max(0, stop - start) * 100}%`,
                background: theme.color(row.step.color),
              }}
            />
          );
        })}
        {rows
          .filter(({ isBase }) => !isBase)
          .map((row) => (
            <button
              key={row.id}
              type="button"
              role="slider"
              aria-label={`${label}: limit ${format(limitOf(row))}`}
              aria-valuenow={limitOf(row)}
              aria-valuetext={format(limitOf(row))}
              aria-valuemin={min}
              aria-valuemax={max}
              className={styles.handle}
              style={{
                left: `${placeOf(limitOf(row)) * 100}%`,
                borderColor: theme.color(row.step.color),
              }}
              onKeyDown={(event) => onKeyDown(event, row)}
              onBlur={onDone}
              onPointerDown={(event) => {
                if (event.button !== 0) return;
                event.currentTarget.setPointerCapture?.(event.pointerId);
                dragged.current = row.id;
              }}
              onPointerMove={onPointerMove}
              onPointerUp={end}
              onPointerCancel={end}
            />
          ))}
      </div>
      <div className={styles.ends} aria-hidden>
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </div>
    </div>
  );
}
