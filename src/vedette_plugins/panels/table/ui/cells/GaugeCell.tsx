import { barFill, barLength, barLitLength, barRest, fieldBounds, shareOf } from '@vedette/sdk';
import { columnScale } from '../columnScale';
import styles from '../Table.module.css';
import type { CellProps } from './cellProps';

const PADDING = 20;
const GAP = 8;

export function GaugeCell({ column, display, width, theme }: CellProps) {
  const { field, cell } = column;
  if (Number.isNaN(display.numeric)) return <div className={styles.text}>{display.text}</div>;
  const { range, valueWidth } = columnScale(field);
  const bounds = fieldBounds(field, range);
  const shown = cell.value !== 'hidden';
  const length = barLength(
    Math.max(12, width - PADDING - (shown ? valueWidth + GAP : 0)),
    cell.mode,
  );
  const scale = {
    field,
    bounds,
    direction: 'horizontal',
    length,
    color: (stored: string) => theme.color(stored),
  } as const;
  const text = (display.prefix ?? '') + display.text + (display.suffix ?? '');
  return (
    <div className={styles.gauge}>
      {shown && (
        <span
          style={{ width: valueWidth, color: cell.value === 'color' ? display.color : undefined }}
        >
          {text}
        </span>
      )}
      <div
        className={styles.gaugeBar}
        data-mode={cell.mode}
        style={{ width: length }}
        role="meter"
        aria-label={column.name}
        aria-valuetext={text}
        aria-valuemin={bounds.min}
        aria-valuemax={bounds.max}
        aria-valuenow={display.numeric}
      >
        <i style={barRest(cell.mode, scale)} />
        <i
          style={{
            width: barLitLength(shareOf(display.numeric, bounds) ?? 0, length, cell.mode),
            height: '100%',
            ...barFill(cell.mode, display.color ?? 'var(--accent)', scale),
          }}
        />
      </div>
    </div>
  );
}
