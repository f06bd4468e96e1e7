import { useMemo, type Ref } from 'react';
import { formatTime, type Labels, type PanelHost } from '@vedette/sdk';
import { highlight } from './highlight';
import { ownLabels } from './labels';
import type { Level } from './level';
import { laidOut } from './laidOut';
import type { LogLine } from './lines';
import { LogDetails } from './LogDetails';
import styles from './Logs.module.css';
import type { LogsOptions } from './options';

interface Props {
  ref: Ref<HTMLDivElement>;
  index: number;
  count: number;
  top: number;
  line: LogLine;
  common: Labels;
  searched: readonly string[];
  options: Readonly<LogsOptions>;
  timeZone: string;
  /** The lines are of more than one day: their times say which. */
  spansDays: boolean;
  width: number;
  isOpen: boolean;
  onToggle(): void;
  onFilter: PanelHost<object>['addFilter'];
}

const LEVEL_NAMES: Record<Level, string> = {
  critical: 'CRIT',
  error: 'ERROR',
  warning: 'WARN',
  info: 'INFO',
  debug: 'DEBUG',
  trace: 'TRACE',
  unknown: '',
};

export function LogRow({ ref, index, count, top, line, common, searched, options, isOpen, onToggle, ...rest }: Props) {
  const { timeZone, spansDays, width, onFilter } = rest;
  const labels = options.showLabels ? ownLabels(line.labels, common) : [];
  const hasDetails = options.enableLogDetails;
  return (
    <div
      ref={ref}
      role="listitem"
      aria-posinset={index + 1}
      aria-setsize={count}
      data-index={index}
      data-level={line.level}
      className={styles.item}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        className={styles.line}
        // A click opens the line; a selection of its text must not.
        onClick={hasDetails ? () => window.getSelection()?.isCollapsed !== false && onToggle() : undefined}
      >
        <i className={styles.bar} />
        {hasDetails && (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-label={`Details of line ${index + 1}`}
            onClick={(event) => {
              event.stopPropagation();
              onToggle();
            }}
          >
            <svg width="8" height="8" viewBox="0 0 8 8" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
              <path d={isOpen ? 'M1 2.5 4 5.5 7 2.5' : 'M2.5 1 5.5 4 2.5 7'} />
            </svg>
          </button>
        )}
        {options.showTime && (
          <time title={formatTime(line.time, 'YYYY-MM-DD HH:mm:ss.SSS', timeZone)}>
            {formatTime(line.time, spansDays ? 'MM-DD HH:mm:ss.SSS' : 'HH:mm:ss.SSS', timeZone)}
          </time>
        )}
        <span className={styles.level}>{LEVEL_NAMES[line.level]}</span>
        {line.repeats > 0 && (
          <span className={styles.repeats} title={`${line.repeats} more like this follow`}>
            ×{line.repeats + 1}
          </span>
        )}
        {labels.length > 0 && (
          <span className={styles.labels}>
            {labels.map(([key, value]) => (
              <code key={key}>
                {key}={value}
              </code>
            ))}
          </span>
        )}
        <Message text={line.text} searched={searched} isPretty={options.prettifyLogMessage} />
      </div>
      {isOpen && <LogDetails line={line} timeZone={timeZone} width={width} onFilter={onFilter} />}
    </div>
  );
}

function Message({ text, searched, isPretty }: { text: string; searched: readonly string[]; isPretty: boolean }) {
  const shown = useMemo(() => (isPretty ? laidOut(text) : text), [text, isPretty]);
  const parts = useMemo(() => highlight(shown, searched), [shown, searched]);
  return (
    <span className={styles.message} data-pretty={shown !== text || undefined} dir="auto">
      {parts.map(({ kind, text: part }, at) =>
        kind === 'plain' ? part : kind === 'match' ? <mark key={at}>{part}</mark> : <span key={at} data-kind={kind}>{part}</span>,
      )}
    </span>
  );
}
