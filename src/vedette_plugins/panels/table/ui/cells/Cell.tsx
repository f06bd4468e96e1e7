import type { CSSProperties } from 'react';
import {
  DataLinks,
  readableOn,
  readableText,
  shadedBackground,
  type DisplayValue,
  type PanelHost,
  type Theme,
} from '@vedette/sdk';
import { seriesOf } from '../rows';
import type { Column } from '../columns';
import styles from '../Table.module.css';
import { CellActions } from './CellActions';
import type { CellProps } from './cellProps';
import { GaugeCell } from './GaugeCell';
import { ImageCell } from './ImageCell';
import { LinksCell } from './LinksCell';
import { PillCell } from './PillCell';
import { SparklineCell } from './SparklineCell';

interface Props {
  column: Column;
  row: number;
  width: number;
  height: number;
  /** The whole row has a colour: the cell must not set its own text colour. */
  onColor: boolean;
  theme: Theme;
  onInspect(): void;
  onFilter: PanelHost<object>['addFilter'];
}

export function Cell({ column, row, width, height, onColor, theme, onInspect, onFilter }: Props) {
  const { field, cell, align } = column;
  const value = field.values[row];
  const display = field.display?.(value) ?? {
    text: value === null || value === undefined ? '' : String(value),
    numeric: NaN,
  };
  const props: CellProps = { column, row, value, display, width, height, theme };
  const canFilter =
    column.filterable && onFilter && field.type === 'string' && typeof value === 'string';
  return (
    <div
      role="cell"
      className={styles.cell}
      data-align={align}
      data-wrap={cell.wrap || undefined}
      style={onColor ? undefined : colors(column, display, theme)}
    >
      <Content {...props} />
      {(column.inspect || canFilter) && (
        <CellActions
          name={column.name}
          onInspect={column.inspect ? onInspect : undefined}
          onFilter={canFilter ? (operator) => onFilter(field.name, operator, value) : undefined}
        />
      )}
    </div>
  );
}

function Content(props: CellProps) {
  const { column, value, row } = props;
  switch (column.cell.kind) {
    case 'gauge':
      return <GaugeCell {...props} />;
    case 'sparkline':
      return <SparklineCell {...props} />;
    case 'image':
      return <ImageCell {...props} />;
    case 'data-links':
      return <LinksCell {...props} />;
    case 'pill':
      return <PillCell {...props} />;
    case 'json-view':
      return (
        <TextOrLink {...props} className={styles.json}>
          {jsonText(value)}
        </TextOrLink>
      );
    default:
      if (seriesOf(value)) return <SparklineCell {...props} />;
      return (
        <TextOrLink {...props} key={row}>
          {cellValue(props.display, value)}
        </TextOrLink>
      );
  }
}

function TextOrLink({
  column,
  row,
  children,
  className,
}: CellProps & { children: string; className?: string }) {
  const links = column.field.getLinks?.(row);
  return (
    <DataLinks
      links={links}
      label={children}
      className={`${styles.text} ${className ?? ''} ${links?.length ? styles.linked : ''}`}
    >
      <span dir="auto" title={children.length > 24 ? children : undefined}>
        {children}
      </span>
    </DataLinks>
  );
}

function cellValue({ prefix = '', text, suffix = '' }: DisplayValue, value: unknown): string {
  return text === '' && typeof value === 'object' && value !== null
    ? jsonText(value)
    : prefix + text + suffix;
}

/** Structured values and JSON written as text, on one line. */
function jsonText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? '';
  try {
    return JSON.stringify(JSON.parse(value));
  } catch {
    return value;
  }
}

function colors(
  { cell }: Column,
  { color }: DisplayValue,
  theme: Theme,
): CSSProperties | undefined {
  if (!color) return undefined;
  if (cell.kind === 'color-text')
    return {
      color: readableText(color, theme.token('--bg-panel'), theme.token('--bg-app')),
      fontWeight: 550,
    };
  if (cell.kind !== 'color-background' || color === 'transparent') return undefined;
  return cell.mode === 'basic'
    ? { background: color, color: readableOn(color) }
    : shadedBackground(color);
}
