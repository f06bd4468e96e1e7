/** The shown lines as files. */
import { isoMoment } from './moments';
import type { LogLine } from './lines';

export type FileKind = 'txt' | 'json' | 'csv';

/** The number of label columns in a file. More would be hard to read in a spreadsheet. */
const MOST_COLUMNS = 100;
const TYPES: Record<FileKind, string> = {
  txt: 'text/plain;charset=utf-8',
  json: 'application/json',
  csv: 'text/csv;charset=utf-8',
};

export function fileText(kind: FileKind, lines: readonly LogLine[]): string {
  return { txt: asText, json: asJson, csv: asCsv }[kind](lines);
}

export function saveLines(kind: FileKind, title: string, lines: readonly LogLine[]): void {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const url = URL.createObjectURL(new Blob([fileText(kind, lines)], { type: TYPES[kind] }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${(title || 'Logs').replace(/[^\p{L}\p{N} ._-]+/gu, '-')}-${stamp}.${kind}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

function asText(lines: readonly LogLine[]): string {
  return lines.map((line) => `${isoMoment(line)}\t${line.text}\n`).join('');
}

function asJson(lines: readonly LogLine[]): string {
  const rows = lines.map((line) => ({
    timestamp: isoMoment(line),
    level: line.level,
    line: line.text,
    labels: line.labels,
  }));
  return JSON.stringify(rows, null, 2);
}

/** RFC 4180, one column for each label; a byte order mark tells spreadsheets that it is UTF-8. */
function asCsv(lines: readonly LogLine[]): string {
  const labels = [...new Set(lines.flatMap((line) => Object.keys(line.labels)))].slice(
    0,
    MOST_COLUMNS,
  );
  const rows = lines.map((line) => [
    isoMoment(line),
    line.level,
    line.text,
    ...labels.map((name) => line.labels[name] ?? ''),
  ]);
  return `\ufeff${[['timestamp', 'level', 'line', ...labels], ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** What a spreadsheet would run as a formula gets an apostrophe before it. */
function cell(text: string): string {
  const guarded = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
