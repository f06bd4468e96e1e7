import { useMemo } from 'react';
import {
  dataBounds,
  EmptyState,
  reduceForDisplay,
  textWidth,
  type DisplayValue,
  type PanelProps,
} from '@vedette/sdk';
import { Bar } from './Bar';
import styles from './BarGaugePanel.module.css';
import { barLayout } from './layout';
import type { BarGaugeOptions } from './options';

const PADDING_X = 14;
const PADDING_BOTTOM = 10;

export function BarGaugePanel({
  options,
  data,
  width,
  height,
  theme,
}: PanelProps<BarGaugeOptions>) {
  const values = useMemo(
    () => reduceForDisplay(data.frames, options.reduceOptions),
    [data.frames, options.reduceOptions],
  );
  const bounds = useMemo(() => dataBounds(data.frames), [data.frames]);
  const nameEm = useMemo(
    () => Math.max(0, ...values.map(({ name }) => textWidth(name, 450))),
    [values],
  );
  const valueEm = useMemo(
    () => Math.max(0, ...values.map(({ value }) => textWidth(valueText(value)))),
    [values],
  );
  if (values.length === 0) return <EmptyState title="No data" />;

  const showsName = values.length > 1 || Boolean(values[0]?.field.config.displayName);
  const layout = barLayout({
    count: values.length,
    width: Math.max(20, width - 2 * PADDING_X),
    height: Math.max(12, height - PADDING_BOTTOM),
    nameEm,
    valueEm,
    options: showsName ? options : { ...options, namePlacement: 'hidden' },
  });
  return (
    <ul
      className={styles.bars}
      data-direction={layout.direction}
      style={{ width, height, padding: `0 ${PADDING_X}px ${PADDING_BOTTOM}px`, gap: layout.gap }}
    >
      {values.map((reduced, index) => (
        <li
          key={index}
          className={styles.cell}
          style={
            layout.direction === 'horizontal' ? { height: layout.item } : { width: layout.item }
          }
        >
          <Bar
            reduced={reduced}
            text={valueText(reduced.value)}
            {...{ bounds, layout, options, theme }}
          />
        </li>
      ))}
    </ul>
  );
}

function valueText({ prefix = '', text, suffix = '' }: DisplayValue): string {
  return prefix + text + suffix;
}
