/** Tables as CSV (RFC 4180), safe to open in a spreadsheet. */
import type { Field, Frame } from '../data/frame';

export interface CsvOptions {
  /** Values as the panel shows them, with unit and mapping, instead of raw ones. */
  formatted?: boolean;
  /** First line `sep=,`, so that Excel splits columns whatever its locale. */
  excelHeader?: boolean;
}

const LINE_END = '\r\n';

export function frameToCsv(
  frame: Frame,
  { formatted = false, excelHeader = false }: CsvOptions = {},
): string {
  const lines: string[] = excelHeader ? ['sep=,'] : [];
  lines.push(frame.fields.map((field) => textCell(field.displayName ?? field.name)).join(','));
  for (let row = 0; row < frame.length; row++) {
    lines.push(frame.fields.map((field) => valueCell(field, row, formatted)).join(','));
  }
  return lines.join(LINE_END) + LINE_END;
}

function valueCell(field: Field, row: number, formatted: boolean): string {
  const value = field.values[row];
  if (value === null || value === undefined) return '';
  if (formatted && field.display) {
    const shown = field.display(value);
    return textCell(`${shown.prefix ?? ''}${shown.text}${shown.suffix ?? ''}`);
  }
  if (typeof value === 'number') return field.type === 'time' ? isoTime(value) : String(value);
  if (typeof value === 'boolean') return String(value);
  return textCell(typeof value === 'string' ? value : JSON.stringify(value));
}

function isoTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

/**
 * Text that a spreadsheet would run as a formula gets a leading apostrophe (OWASP ASVS 1.2.10);
 * plain negative and signed numbers stay numbers.
 */
function textCell(text: string): string {
  const isNumber = /^[+-]?\d[\d.,]*(e[+-]?\d+)?\s?%?$/i.test(text);
  const guarded = /^[=+\-@\t\r\n\0]/.test(text) && !isNumber ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
