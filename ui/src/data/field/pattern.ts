/** Patterns as stored: `/expression/flags`, or plain text. */

const DELIMITED = /^\/(.*)\/([a-z]*)$/s;

/** Plain text has to match as a whole; a broken expression matches nothing. */
export function patternOf(text: string): RegExp {
  const match = DELIMITED.exec(text);
  try {
    return match
      ? new RegExp(match[1] ?? '', (match[2] ?? '').replace(/[^gimsuy]/g, '').replace('g', ''))
      : new RegExp(`^${text}$`);
  } catch {
    return /(?!)/;
  }
}
