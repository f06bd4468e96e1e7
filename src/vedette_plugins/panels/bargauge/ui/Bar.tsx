import type { CSSProperties } from 'react';
import {
  barFill,
  barLength,
  barLitLength,
  barRest,
  DataLinks,
  fieldBounds,
  readableText,
  shareOf,
  type Bounds,
  type ReducedValue,
  type Theme,
} from '@vedette/sdk';
import styles from './BarGaugePanel.module.css';
import type { BarLayout } from './layout';
import type { BarGaugeOptions } from './options';

interface Props {
  reduced: ReducedValue;
  text: string;
  /** Lowest and highest value of all data. */
  bounds: Bounds;
  layout: BarLayout;
  options: Readonly<BarGaugeOptions>;
  theme: Theme;
}

export function Bar({ reduced, text, bounds: dataRange, layout, options, theme }: Props) {
  const { field, name, value, rowIndex } = reduced;
  const horizontal = layout.direction === 'horizontal';
  return (
    <DataLinks
      links={field.getLinks?.(rowIndex ?? Math.max(0, field.values.length - 1))}
      label={name}
      className={styles.bar}
    >
      {layout.name !== 'hidden' && (
        <div
          className={styles.name}
          data-placement={layout.name}
          style={{
            fontSize: layout.nameSize,
            width: layout.name === 'left' ? layout.nameWidth : undefined,
          }}
          title={name}
          dir="auto"
        >
          {name}
        </div>
      )}
      <div className={styles.track}>
        <Track
          {...{ reduced, text, layout, options, theme }}
          bounds={fieldBounds(field, dataRange)}
        />
        {options.valueMode !== 'hidden' && (
          <div
            className={styles.value}
            style={{
              fontSize: layout.valueSize,
              width: horizontal ? layout.valueWidth : undefined,
              color:
                options.valueMode === 'color' && value.color
                  ? readableText(value.color, theme.token('--bg-panel'), theme.token('--bg-app'))
                  : undefined,
            }}
            title={text}
            dir="auto"
          >
            {text}
          </div>
        )}
      </div>
    </DataLinks>
  );
}

function Track({ reduced, text, bounds, layout, options, theme }: Props) {
  const { field, name, value } = reduced;
  const { direction, thickness } = layout;
  const length = barLength(layout.length, options.displayMode);
  const horizontal = direction === 'horizontal';
  const lit = barLitLength(shareOf(value.numeric, bounds) ?? 0, length, options.displayMode);
  const along = (size: number): CSSProperties =>
    horizontal ? { width: size, height: '100%' } : { height: size, width: '100%' };
  const scale = {
    field,
    bounds,
    direction,
    length,
    color: (stored: string) => theme.color(stored),
  };
  return (
    <div
      className={styles.rail}
      style={
        horizontal ? { width: length, height: thickness } : { height: length, width: thickness }
      }
      role="meter"
      aria-label={name}
      aria-valuetext={text}
      aria-valuemin={bounds.min}
      aria-valuemax={bounds.max}
      aria-valuenow={Number.isFinite(value.numeric) ? value.numeric : bounds.min}
    >
      {options.showUnfilled && <i style={barRest(options.displayMode, scale)} />}
      <i
        style={{
          ...along(lit),
          ...barFill(options.displayMode, value.color ?? 'var(--accent)', scale),
        }}
      />
    </div>
  );
}
