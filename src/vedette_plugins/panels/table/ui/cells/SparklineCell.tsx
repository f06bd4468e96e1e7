import { Sparkline } from '@vedette/sdk';
import { lastNumber, seriesOf } from '../rows';
import styles from '../Table.module.css';
import type { CellProps } from './cellProps';

const VALUE_WIDTH = 64;
const PADDING = 20;

export function SparklineCell({ column, value, width, height, theme }: CellProps) {
  const { field, cell } = column;
  const series = seriesOf(value);
  if (!series) return null;
  const last = lastNumber(value);
  const display = last === undefined ? undefined : field.display?.(last);
  const shown = cell.value !== 'hidden' && last !== undefined;
  const text = display
    ? (display.prefix ?? '') + display.text + (display.suffix ?? '')
    : String(last ?? '');
  return (
    <div className={styles.sparkline}>
      {shown && <span style={{ width: VALUE_WIDTH }}>{text}</span>}
      <Sparkline
        values={series.values}
        times={series.times}
        min={field.config.min}
        max={field.config.max}
        width={Math.max(0, width - PADDING - (shown ? VALUE_WIDTH + 8 : 0))}
        height={Math.min(height - 10, 28)}
        color={
          field.config.color?.mode === 'fixed'
            ? (display?.color ?? theme.series(0))
            : theme.token('--fg-3') || 'var(--fg-3)'
        }
        lineWidth={1.25}
      />
    </div>
  );
}
