/** Reading time ranges that people type or paste. */
import { isRelative, resolveTime } from '../data';
import type { RawRange } from './moves';

export interface ReadOptions {
  timeZone: string;
  weekStart?: string;
  fiscalYearStartMonth?: number;
  now?: number;
}

/**
 * What a person typed for one end: relative, a date in many spellings, seconds or milliseconds.
 * Undefined where it is no time.
 */
export function readEnd(text: string, isEnd: boolean, options: ReadOptions): string | undefined {
  const written = text.trim().replace(/\s*-\s*(?=\d+[smhdwMQy])/g, '-');
  if (written === '') return undefined;
  if (/^\d{9,10}$/.test(written)) return String(Number(written) * 1000);
  if (/^-?\d+[smhdwMQy]$/.test(written)) return `now-${written.replace(/^-/, '')}`;
  const ms = resolveTime(written, isEnd, options);
  if (ms === undefined) return undefined;
  return isRelative(written) ? written : String(ms);
}

/** Both ends, or what is wrong with them. */
export function readRange(
  from: string,
  to: string,
  options: ReadOptions,
): { range: RawRange } | { from?: string; to?: string } {
  const start = readEnd(from, false, options);
  const end = readEnd(to, true, options);
  const hint = 'Enter a time, for example 2026-11-21 14:00, now-6h or now/d.';
  if (start === undefined || end === undefined)
    return {
      from: start === undefined ? hint : undefined,
      to: end === undefined ? hint : undefined,
    };
  const startMs = resolveTime(numeric(start), false, options);
  const endMs = resolveTime(numeric(end), true, options);
  if (startMs !== undefined && endMs !== undefined && startMs >= endMs)
    return { to: 'The end must be after the start.' };
  return { range: { from: start, to: end } };
}

const numeric = (text: string): string | number => (/^\d+$/.test(text) ? Number(text) : text);

/** A copied range: our JSON, a shared link, or two times with `to` between them. */
export function rangeFromText(text: string, options: ReadOptions): RawRange | undefined {
  const found = fromJson(text) ?? fromLink(text) ?? fromWords(text);
  if (!found) return undefined;
  const read = readRange(found.from, found.to, options);
  return 'range' in read ? read.range : undefined;
}

function fromJson(text: string): RawRange | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { from, to } = value as { from?: unknown; to?: unknown };
    return from !== undefined && to !== undefined
      ? { from: String(from), to: String(to) }
      : undefined;
  } catch {
    return undefined;
  }
}

function fromLink(text: string): RawRange | undefined {
  const query = text.includes('?') ? new URLSearchParams(text.slice(text.indexOf('?'))) : undefined;
  const from = query?.get('from');
  const to = query?.get('to');
  return from && to ? { from, to } : undefined;
}

function fromWords(text: string): RawRange | undefined {
  const [from, to, ...rest] = text.split(/\s+to\s+|\s+[–—]\s+/);
  return from && to && rest.length === 0 ? { from, to } : undefined;
}
