/** Levels of log lines: the words sources have for them, and their colours. */

export type LogLevel = 'critical' | 'error' | 'warning' | 'info' | 'debug' | 'trace' | 'unknown';

const WORDS: Record<Exclude<LogLevel, 'unknown'>, readonly string[]> = {
  critical: ['emerg', 'emergency', 'fatal', 'alert', 'crit', 'critical', 'panic'],
  error: ['err', 'eror', 'error'],
  warning: ['warn', 'warning'],
  info: ['info', 'information', 'informational', 'notice'],
  debug: ['dbug', 'debug'],
  trace: ['trace'],
};

const LEVELS = new Map(
  Object.entries(WORDS).flatMap(([level, words]) =>
    words.map((word): [string, LogLevel] => [word, level as LogLevel]),
  ),
);

/**
 * Words that name a level in a label, but are searched for in no text: Grafana 10.4 does not know
 * them.
 */
const ONLY_IN_LABELS = new Set(['emergency', 'panic']);

/** The words that name a level in the text of a line. */
export const LOG_LEVEL_WORDS: readonly string[] = [...LEVELS.keys()].filter(
  (word) => !ONLY_IN_LABELS.has(word),
);

/** Colours as they are stored, the same beside a line and in a histogram of lines. */
export const LOG_LEVEL_COLORS: Record<LogLevel, string> = {
  critical: 'purple',
  error: 'red',
  warning: 'yellow',
  info: 'blue',
  debug: '#8c929c',
  trace: '#6b9a9c',
  unknown: '#6f7580',
};

export function logLevelNamed(word: string): LogLevel | undefined {
  return LEVELS.get(word.trim().toLowerCase());
}
