/** Durations as text: `90s`, `1h30m`, and the units every part of a dashboard uses. */

export const MILLISECONDS: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  M: 2_592_000_000,
  Q: 7_776_000_000,
  y: 31_536_000_000,
};

const PART = /(\d+(?:\.\d+)?)(ns|us|µs|ms|[smhdwMQy])/g;

/**
 * Milliseconds of `5m`, `1h30m` or plain seconds (`15`); NaN where the text is none. A leading `>`
 * is skipped.
 */
export function parseDuration(text: string | null | undefined): number {
  const trimmed = (text ?? '').trim().replace(/^>/, '');
  if (trimmed === '') return NaN;
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed) * 1000;
  let total = 0;
  let consumed = 0;
  for (const match of trimmed.matchAll(PART)) {
    if (match.index !== consumed) return NaN;
    total += Number(match[1]) * (MILLISECONDS[match[2] ?? ''] ?? NaN);
    consumed += match[0].length;
  }
  return consumed === trimmed.length ? total : NaN;
}

const STEPS: readonly (readonly [string, number])[] = [
  ['y', 31_536_000_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
];

/**
 * In the largest unit that leaves no rest, as steps are written: 60000 is `1m`, 90000 is `90s`, 20
 * is `20ms`.
 */
export function formatDuration(ms: number): string {
  const whole = Math.max(1, Math.floor(ms));
  for (const [unit, size] of STEPS) {
    if (whole % size === 0) return `${whole / size}${unit}`;
  }
  return `${whole}ms`;
}
