/**
 * How severe a line is: what a label or field says, or else the first word in its text that names a
 * level.
 */
import { LOG_LEVEL_WORDS, logLevelNamed, type Labels, type LogLevel } from '@vedette/sdk';

export type Level = LogLevel;

/** From the most severe. */
export const LEVELS: readonly Level[] = [
  'critical',
  'error',
  'warning',
  'info',
  'debug',
  'trace',
  'unknown',
];

/** As they stand beside lines: short, of about one width. */
export const LEVEL_NAMES: Record<Level, string> = {
  critical: 'CRIT',
  error: 'ERROR',
  warning: 'WARN',
  info: 'INFO',
  debug: 'DEBUG',
  trace: 'TRACE',
  unknown: '',
};

export const LEVEL_LABELS: readonly string[] = [
  'level',
  'lvl',
  'loglevel',
  'severity',
  'detected_level',
];
const ANYWHERE = new RegExp(`\\b(${LOG_LEVEL_WORDS.join('|')})\\b`, 'i');
/** Levels stand near the start: long lines are not searched to their end. */
const SEARCHED = 2000;

export function levelOf(text: string, labels: Labels, severity?: unknown): Level {
  const said = namedLevel(severity) ?? labelLevel(labels);
  if (said) return said;
  const start = text.length > SEARCHED ? text.slice(0, SEARCHED) : text;
  return namedLevel(ANYWHERE.exec(start)?.[1]) ?? 'unknown';
}

function labelLevel(labels: Labels): Level | undefined {
  for (const label of LEVEL_LABELS) {
    const level = namedLevel(labels[label]);
    if (level) return level;
  }
  return undefined;
}

/**
 * Severity numbers of the OpenTelemetry log data model: four to a level, from trace (1) to fatal
 * (24).
 */
const NUMBERED: Level[] = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

function namedLevel(value: unknown): Level | undefined {
  if (typeof value === 'number') return NUMBERED[Math.floor((value - 1) / 4)];
  return typeof value === 'string' ? logLevelNamed(value) : undefined;
}
