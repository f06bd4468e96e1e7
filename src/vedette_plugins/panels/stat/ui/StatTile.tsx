import type { CSSProperties } from 'react';
import {
  DataLinks,
  readableOn,
  readableText,
  shadedBackground,
  Sparkline,
  type ReducedValue,
  type Theme,
} from '@vedette/sdk';
import { changeColor, percentChange } from './change';
import { SUFFIX_SCALE, tileText, type TileLayout } from './layout';
import type { StatOptions } from './options';
import styles from './StatPanel.module.css';

interface Props {
  reduced: ReducedValue;
  several: boolean;
  options: Readonly<StatOptions>;
  layout: TileLayout;
  theme: Theme;
}

export function StatTile({ reduced, several, options, layout, theme }: Props) {
  const { name, value, field, rowIndex } = reduced;
  const { textMode, colorMode } = options;
  const color = value.color ?? 'var(--fg)';
  const filled = colorMode === 'background' || colorMode === 'background_solid';
  const showsName = textMode === 'value_and_name' || (textMode === 'auto' && several);
  const links = field.getLinks?.(rowIndex ?? Math.max(0, field.values.length - 1));
  return (
    <li className={styles.cell}>
      <DataLinks
        links={links}
        label={name}
        className={styles.tile}
        style={{
          ...background(colorMode, color),
          padding: `${layout.paddingY}px ${layout.paddingX}px`,
        }}
      >
        {layout.graph !== 'between' && <TileGraph {...{ reduced, options, layout, filled }} />}
        <div
          className={styles.text}
          data-wide={layout.wide || undefined}
          data-center={options.justifyMode === 'center' || undefined}
          data-middle={options.graphMode === 'none' || layout.graph !== 'below' || undefined}
        >
          {showsName && (
            <div
              className={styles.name}
              style={{ fontSize: layout.nameSize }}
              title={name}
              dir="auto"
            >
              {name}
            </div>
          )}
          {layout.graph === 'between' && <TileGraph {...{ reduced, options, layout, filled }} />}
          {textMode !== 'none' && <TileValue {...{ reduced, options, layout, filled, theme }} />}
        </div>
      </DataLinks>
    </li>
  );
}

function background(colorMode: StatOptions['colorMode'], color: string): CSSProperties {
  if (colorMode === 'background_solid') return { background: color, color: readableOn(color) };
  return colorMode === 'background' ? shadedBackground(color) : {};
}

interface ValueProps {
  reduced: ReducedValue;
  options: Readonly<StatOptions>;
  layout: TileLayout;
  filled: boolean;
}

function TileValue({ reduced, options, layout, filled, theme }: ValueProps & { theme: Theme }) {
  const { name, value, field, rowIndex } = reduced;
  const text = tileText(name, value);
  const nameOnly = options.textMode === 'name';
  const isColored = options.colorMode === 'value' && value.color !== undefined;
  const color = isColored
    ? readableText(value.color ?? '', theme.token('--bg-panel'), theme.token('--bg-app'))
    : undefined;
  const change =
    options.showPercentChange && rowIndex === undefined ? percentChange(field) : undefined;
  return (
    <div className={styles.valueRow}>
      <div
        className={styles.value}
        style={{ fontSize: layout.valueSize, color }}
        dir="auto"
        title={nameOnly ? name : `${text.prefix}${text.value} ${text.suffix}`.trim()}
      >
        {nameOnly ? (
          <span>{name}</span>
        ) : (
          <>
            <span>{text.prefix + text.value}</span>
            {text.suffix && (
              <small style={{ fontSize: layout.valueSize * SUFFIX_SCALE }}>{text.suffix}</small>
            )}
          </>
        )}
      </div>
      {change && (
        <div
          className={styles.change}
          style={{
            color: filled
              ? 'inherit'
              : (changeColor(change, options.percentChangeColorMode) ?? value.color),
            fontSize: options.text.percentSize ?? undefined,
          }}
        >
          <ChangeArrow direction={change.direction} />
          {change.text}
        </div>
      )}
    </div>
  );
}

const ARROWS = { up: 'M3 9 9 3M4 3h5v5', down: 'M3 3l6 6M9 4v5H4', flat: 'M2 6h8M7 3l3 3-3 3' };
const DIRECTIONS = { up: 'Up', down: 'Down', flat: 'Unchanged' };

function ChangeArrow({ direction }: { direction: keyof typeof ARROWS }) {
  return (
    <svg
      width="11"
      height="11"
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      role="img"
    >
      <title>{DIRECTIONS[direction]}</title>
      <path d={ARROWS[direction]} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

function TileGraph({ reduced, options, layout, filled }: ValueProps) {
  const { field, frame, value, rowIndex } = reduced;
  if (
    options.graphMode === 'none' ||
    rowIndex !== undefined ||
    field.type !== 'number' ||
    field.values.length < 2
  )
    return null;
  const time = frame.fields.find(({ type }) => type === 'time');
  return (
    <Sparkline
      className={styles[layout.graph]}
      values={field.values}
      times={time?.values as number[] | undefined}
      min={field.config.min}
      max={field.config.max}
      width={layout.graphWidth}
      height={layout.graphHeight}
      color={filled ? 'currentColor' : (value.color ?? 'var(--accent)')}
      area={options.graphMode === 'area'}
    />
  );
}
