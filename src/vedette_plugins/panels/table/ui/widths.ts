/** Widths of the columns: as wide as their content asks, together as wide as the panel. */
import { textWidth } from '@vedette/sdk';
import type { Column } from './columns';
import { cellText, seriesOf } from './rows';

const FONT = 12;
/** Monospaced text is this much wider than its size says. */
const MONOSPACE = 14.5;
const PADDING = 24;
/** Marks of sorting and type. */
const HEADER_EXTRA = 26;
const FILTER = 22;
const SAMPLE = 40;
const WIDEST = 420;
const NARROWEST = 56;
/** Columns give way to this width before the table scrolls sideways. */
const SHRINK_TO = 110;
const KIND_WIDTHS: Partial<Record<Column['cell']['kind'], number>> = {
  gauge: 190,
  sparkline: 140,
  image: 80,
};

export function columnWidths(
  columns: readonly Column[],
  length: number,
  available: number,
): number[] {
  const natural = columns.map((column) => column.width ?? naturalWidth(column, length));
  const total = natural.reduce((sum, width) => sum + width, 0);
  const flexible = columns.map(({ width }) => width === undefined);
  if (!flexible.includes(true) || total === available) return natural;
  return total < available
    ? grow(natural, flexible, available - total)
    : shrink(columns, natural, total - available);
}

function naturalWidth(column: Column, length: number): number {
  const header = column.hideHeader
    ? 0
    : textWidth(column.name, 500) * FONT +
      PADDING +
      HEADER_EXTRA +
      (column.filterable ? FILTER : 0);
  const fixed =
    KIND_WIDTHS[column.cell.kind] ??
    (column.field.values.some(seriesOf) ? KIND_WIDTHS.sparkline : undefined);
  const content = fixed ?? widestText(column, length);
  return Math.ceil(Math.min(WIDEST, Math.max(column.minWidth ?? NARROWEST, header, content)));
}

function widestText({ field, cell }: Column, length: number): number {
  const advance = cell.kind === 'json-view' ? MONOSPACE : FONT;
  let widest = 0;
  const step = Math.max(1, Math.floor(length / SAMPLE));
  for (let row = 0; row < length; row += step) {
    const text = cellText(field, row);
    widest = Math.max(widest, textWidth(text.length > 80 ? text.slice(0, 80) : text, 450));
  }
  return widest * advance + PADDING;
}

function grow(natural: number[], flexible: boolean[], extra: number): number[] {
  const sum = natural.reduce((total, width, index) => total + (flexible[index] ? width : 0), 0);
  return natural.map((width, index) => (flexible[index] ? width + (extra * width) / sum : width));
}

function shrink(columns: readonly Column[], natural: number[], excess: number): number[] {
  const room = natural.map((width, index) => {
    const column = columns[index];
    if (!column || column.width !== undefined || isRigid(column)) return 0;
    return Math.max(0, width - Math.max(column.minWidth ?? 0, Math.min(width, SHRINK_TO)));
  });
  const total = room.reduce((sum, width) => sum + width, 0);
  const part = total > 0 ? Math.min(1, excess / total) : 0;
  return natural.map((width, index) => width - (room[index] ?? 0) * part);
}

/** A number or time that is cut off says something else than it means: text gives way first. */
function isRigid({ field, cell }: Column): boolean {
  return (field.type === 'time' || field.type === 'number') && KIND_WIDTHS[cell.kind] === undefined;
}
