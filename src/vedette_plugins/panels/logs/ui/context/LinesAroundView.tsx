import { useEffect, useLayoutEffect, useRef } from 'react';
import type { LogsHost } from '@vedette/sdk';
import { Icon } from '../Icon';
import { LEVEL_NAMES } from '../level';
import type { LogLine } from '../lines';
import { Message } from '../Message';
import { preciseMoment } from '../moments';
import { useAround, type SideState } from './useAround';
import styles from './LinesAround.module.css';
import type { Direction } from './around';

interface Props {
  line: LogLine;
  ask: NonNullable<LogsHost['context']>;
  timeZone: string;
  onClose: () => void;
}

const WORDS: Record<Direction, { more: string; end: string }> = {
  before: { more: 'Load older lines', end: 'No older lines' },
  after: { more: 'Load newer lines', end: 'No newer lines' },
};

/** A line with those before and after it, the oldest first, in place of the panel's lines. */
export function LinesAroundView({ line, ask, timeZone, onClose }: Props) {
  const { around, states, more } = useAround(line, ask);
  const { before, after } = around;
  const box = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // A button that was pressed may be gone: the keyboard stays here.
    if (!box.current?.contains(document.activeElement)) box.current?.focus();
  }, [states]);
  useMarkedInPlace(scroller, mark, before.length);
  return (
    <div
      ref={box}
      role="region"
      aria-label="Log context"
      tabIndex={-1}
      className={styles.view}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.head}>
        <h3>Log context of {preciseMoment(line, timeZone)}</h3>
        <span>
          {before.length} before, {after.length} after
        </span>
        <button type="button" aria-label="Close log context" onClick={onClose}>
          <Icon name="close" />
          Close
        </button>
      </div>
      <div
        ref={scroller}
        className={styles.scroller}
        tabIndex={0}
        role="group"
        aria-label="Lines before and after"
      >
        <Side direction="before" state={states.before} onMore={more} />
        <ol className={styles.lines}>
          {before.map((each) => (
            <Row key={each.key} line={each} timeZone={timeZone} />
          ))}
          <Row ref={mark} line={line} timeZone={timeZone} isMarked />
          {after.map((each) => (
            <Row key={each.key} line={each} timeZone={timeZone} />
          ))}
        </ol>
        <Side direction="after" state={states.after} onMore={more} />
      </div>
    </div>
  );
}

/** The marked line is in the middle first, and stays where it is when lines come in above it. */
function useMarkedInPlace(
  scroller: { current: HTMLElement | null },
  mark: { current: HTMLElement | null },
  above: number,
): void {
  const before = useRef<number>(undefined);
  useLayoutEffect(() => {
    const [box, row] = [scroller.current, mark.current];
    if (!box || !row) return;
    if (before.current === undefined || above === 0)
      box.scrollTop = row.offsetTop - box.clientHeight / 2;
    else box.scrollTop += row.offsetTop - before.current;
    before.current = row.offsetTop;
  }, [scroller, mark, above]);
}

interface RowProps {
  ref?: { current: HTMLLIElement | null };
  line: LogLine;
  timeZone: string;
  isMarked?: boolean;
}

function Row({ ref, line, timeZone, isMarked }: RowProps) {
  return (
    <li
      ref={ref}
      data-level={line.level}
      aria-current={isMarked || undefined}
      className={styles.row}
    >
      <i />
      <time>{preciseMoment(line, timeZone).slice('YYYY-MM-DD '.length)}</time>
      <span className={styles.level}>{LEVEL_NAMES[line.level]}</span>
      <Message text={line.text} searched={NO_WORDS} />
    </li>
  );
}

const NO_WORDS: readonly string[] = [];

function Side({
  direction,
  state,
  onMore,
}: {
  direction: Direction;
  state: SideState;
  onMore: (direction: Direction) => void;
}) {
  const { more, end } = WORDS[direction];
  if (state === 'end') return <p className={styles.side}>{end}</p>;
  return (
    <div className={styles.side}>
      {typeof state === 'object' && <p role="alert">{state.problem}</p>}
      <button type="button" disabled={state === 'loading'} onClick={() => onMore(direction)}>
        {state === 'loading' ? 'Loading…' : typeof state === 'object' ? 'Try again' : more}
      </button>
    </div>
  );
}
