/** Times of lines as text. */
import { formatTime } from '@vedette/sdk';
import type { LogLine } from './lines';
import type { LogsOptions } from './options';

const DAY = 86_400_000;

/** `withDate`: the lines are of more than one day, their times say which. */
export function momentText(
  line: LogLine,
  format: LogsOptions['timeFormat'],
  timeZone: string,
  withDate: boolean,
): string {
  if (format === 'nanos') return preciseMoment(line, timeZone);
  const pattern =
    format === 'full'
      ? 'YYYY-MM-DD HH:mm:ss.SSS'
      : withDate
        ? 'MM-DD HH:mm:ss.SSS'
        : 'HH:mm:ss.SSS';
  return formatTime(line.time, pattern, timeZone);
}

/** Date and time with all nine digits. */
export function preciseMoment({ time, nanos }: LogLine, timeZone: string): string {
  return `${formatTime(time, 'YYYY-MM-DD HH:mm:ss.SSS', timeZone)}${sixDigits(nanos)}`;
}

/** RFC 3339 in UTC with nanoseconds; empty where the line has no time. */
export function isoMoment({ time, nanos }: LogLine): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? ''
    : date.toISOString().replace('Z', `${sixDigits(nanos)}Z`);
}

export function spansDays(lines: readonly LogLine[]): boolean {
  const [first, last] = [lines[0], lines.at(-1)];
  return first !== undefined && last !== undefined && Math.abs(first.time - last.time) >= DAY;
}

function sixDigits(nanos: number): string {
  return String(nanos).padStart(6, '0');
}
