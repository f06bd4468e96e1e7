import { valueOf } from './fields';
import type { LogLine } from './lines';
import type { LogsOptions } from './options';

const MOST = 200_000;

/** Lines that are JSON objects, indented; all others as they are. */
export function laidOut(text: string): string {
  if (!/^\s*[{[]/.test(text) || text.length > MOST) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What stands in the row of a line: its text, or the fields chosen in its place. */
export function rowText(
  line: LogLine,
  { displayedFields, prettifyLogMessage }: Readonly<LogsOptions>,
): string {
  const [first, ...more] = displayedFields;
  if (first === undefined) return prettifyLogMessage ? laidOut(line.text) : line.text;
  if (more.length === 0) return valueOf(line, first) ?? '';
  return displayedFields
    .map((name) => [name, valueOf(line, name)])
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
