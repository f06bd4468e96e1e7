import { paletteIndex } from '@vedette/sdk';
import styles from './Heatmap.module.css';
import type { HeatmapView } from './model';

interface Props {
  view: HeatmapView;
  format: (count: number) => string;
  /** The count under the pointer, marked on the scale. */
  count?: number;
}

export function ColorScale({ view, format, count }: Props) {
  const { palette, counts, color } = view;
  const at =
    count === undefined
      ? null
      : paletteIndex(count, counts, color, palette.length) / Math.max(1, palette.length - 1);
  return (
    <div
      className={styles.scale}
      aria-label={`Colors from ${format(counts.min)} to ${format(counts.max)}`}
      role="img"
    >
      <span>{format(counts.min)}</span>
      <div
        className={styles.bar}
        style={{ background: `linear-gradient(90deg, ${palette.join(',')})` }}
      >
        {at !== null && <i style={{ left: `${at * 100}%` }} />}
      </div>
      <span>{format(counts.max)}</span>
    </div>
  );
}
