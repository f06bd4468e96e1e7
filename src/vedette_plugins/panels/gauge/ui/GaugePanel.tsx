import { useMemo } from 'react';
import { dataBounds, EmptyState, reduceForDisplay, tiling, type PanelProps } from '@vedette/sdk';
import { Gauge } from './Gauge';
import styles from './GaugePanel.module.css';
import type { GaugeOptions } from './options';

const GAP = 8;
const PADDING = 8;

export function GaugePanel({ options, data, width, height, theme }: PanelProps<GaugeOptions>) {
  const values = useMemo(
    () => reduceForDisplay(data.frames, options.reduceOptions),
    [data.frames, options.reduceOptions],
  );
  const bounds = useMemo(() => dataBounds(data.frames), [data.frames]);
  if (values.length === 0) return <EmptyState title="No data" />;

  const manual = options.sizing === 'manual';
  const tiles = tiling(
    values.length,
    options.orientation,
    {
      width: width - 2 * PADDING,
      height: height - PADDING,
      gap: GAP,
      minWidth: manual ? options.minVizWidth : 75,
      minHeight: manual ? options.minVizHeight : 75,
    },
    1.25,
  );
  return (
    <ul
      className={styles.gauges}
      data-scrolls={tiles.scrolls || undefined}
      style={{
        width,
        height,
        padding: `0 ${PADDING}px ${PADDING}px`,
        gap: GAP,
        gridTemplateColumns: `repeat(${tiles.columns}, ${tiles.tileWidth}px)`,
        gridAutoRows: tiles.tileHeight,
      }}
    >
      {values.map((reduced, index) => (
        <li key={index} className={styles.cell}>
          <Gauge
            reduced={reduced}
            bounds={bounds}
            options={options}
            theme={theme}
            width={tiles.tileWidth}
            height={tiles.tileHeight}
            showsName={values.length > 1 || Boolean(reduced.field.config.displayName)}
          />
        </li>
      ))}
    </ul>
  );
}
