import { memo, type Ref } from 'react';
import { LinkTo } from '@vedette/sdk';
import { linksOf } from './fields';
import { Icon } from './Icon';
import { ownLabels } from './labels';
import { LEVEL_NAMES } from './level';
import { rowText } from './laidOut';
import type { LogLine } from './lines';
import { LogDetails } from './LogDetails';
import { Message } from './Message';
import { momentText, preciseMoment } from './moments';
import type { Range } from './search';
import type { LinesView } from './view';
import styles from './Row.module.css';

interface Props {
  ref: Ref<HTMLDivElement>;
  id: string;
  index: number;
  count: number;
  top: number;
  line: LogLine;
  view: LinesView;
  found: readonly Range[] | undefined;
  isOpen: boolean;
  isCurrent: boolean;
  onToggle: (key: string) => void;
}

export const LogRow = memo(function LogRow(props: Props) {
  const { ref, id, index, count, top, line, view, isOpen, isCurrent, onToggle } = props;
  const { options, timeZone } = view;
  const hasDetails = options.enableLogDetails;
  const labels = options.showLabels ? ownLabels(line.labels, view.common) : [];
  const [link] = linksOf(line);
  const text = rowText(line, options);
  return (
    <div
      ref={ref}
      id={id}
      role="listitem"
      aria-posinset={index + 1}
      aria-setsize={count}
      data-index={index}
      data-level={line.level}
      data-current={isCurrent || undefined}
      className={styles.item}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        className={styles.line}
        // A click opens the line; a selection of its text must not.
        onClick={
          hasDetails
            ? () => window.getSelection()?.isCollapsed !== false && onToggle(line.key)
            : undefined
        }
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
              onToggle(line.key);
            }}
          >
            <Icon name={isOpen ? 'down' : 'right'} size={11} />
          </button>
        )}
        {options.showTime && (
          <time title={preciseMoment(line, timeZone)}>
            {momentText(line, options.timeFormat, timeZone, view.spansDays)}
          </time>
        )}
        <span className={styles.level}>{LEVEL_NAMES[line.level]}</span>
        {line.repeats > 0 && (
          <span className={styles.repeats} title={`${line.repeats} similar lines follow`}>
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
        <Message
          text={text}
          isPretty={text.includes('\n')}
          searched={view.searched}
          found={props.found}
        />
        {link && (
          <span className={styles.chip} onClick={(event) => event.stopPropagation()}>
            <LinkTo link={link} />
          </span>
        )}
        <RowActions line={line} index={index} view={view} />
      </div>
      {isOpen && <LogDetails line={line} view={view} />}
    </div>
  );
});

function RowActions({ line, index, view }: { line: LogLine; index: number; view: LinesView }) {
  const { showAround } = view;
  if (!showAround) return null;
  const label = `Log context of line ${index + 1}`;
  return (
    <span className={styles.actions} onClick={(event) => event.stopPropagation()}>
      <button type="button" title="Log context" aria-label={label} onClick={() => showAround(line)}>
        <Icon name="around" />
      </button>
    </span>
  );
}
