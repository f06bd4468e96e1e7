import { useCallback, useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { useVirtualRows, type LogsHost } from '@vedette/sdk';
import { LogRow } from './LogRow';
import type { LogLine } from './lines';
import { lineKeys } from './lineKeys';
import type { Range } from './search';
import { useLiveEnd } from './useLiveEnd';
import type { LinesView } from './view';
import styles from './Logs.module.css';

interface Props {
  title: string;
  lines: readonly LogLine[];
  view: LinesView;
  /** Height to begin with, until it was measured. */
  height: number;
  found: ReadonlyMap<string, readonly Range[]> | undefined;
  opened: ReadonlySet<string>;
  onToggle: (key: string) => void;
  /** Key of the line that keys act on. */
  current: string | undefined;
  onCurrent: (key: string) => void;
  onKey: (event: KeyboardEvent) => void;
  live: LogsHost['live'];
  /** Lines that came in while these stood still. */
  fresh: number;
  /** The newest line came into view, or went out of it. */
  onLiveEnd: (isThere: boolean) => void;
}

const LINE_HEIGHT = 23;

export function LineList(props: Props) {
  const {
    title,
    lines,
    view,
    height,
    opened,
    onToggle,
    current,
    onCurrent,
    live,
    fresh,
    onLiveEnd,
  } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualRows({
    count: lines.length,
    rowHeight: LINE_HEIGHT,
    scroller,
    height,
    keyOf: useCallback((index: number) => lines[index]?.key ?? index, [lines]),
  });
  const total = virtual.getTotalSize();
  const end = useLiveEnd(scroller, view.options.sortOrder, live !== undefined, lines, total);
  useEffect(() => onLiveEnd(end.isThere), [end.isThere, onLiveEnd]);

  const items = virtual.getVirtualItems();
  const place = current === undefined ? -1 : lines.findIndex(({ key }) => key === current);
  useEffect(() => {
    const box = scroller.current;
    const row = items.find(({ index }) => index === place);
    // A line in view stays where it is, however high its details make it.
    const isInView =
      box &&
      row &&
      row.start >= box.scrollTop &&
      row.start + LINE_HEIGHT <= box.scrollTop + box.clientHeight;
    if (place >= 0 && !isInView) virtual.scrollToIndex(place, { align: 'auto' });
    // Once for each line that becomes the current one.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [current]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return;
    const next = lineKeys(event, place, lines.length);
    if (next === 'toggle' && current !== undefined && view.options.enableLogDetails)
      onToggle(current);
    else if (next === 'around' && place >= 0 && lines[place]) view.showAround?.(lines[place]);
    else if (typeof next === 'number' && lines[next]) onCurrent(lines[next].key);
    else return props.onKey(event);
    event.preventDefault();
  };

  const isDrawn = items.some(({ index }) => index === place);
  return (
    <div className={styles.list}>
      <div
        ref={scroller}
        className={styles.scroller}
        tabIndex={0}
        role="group"
        aria-label={`Lines of ${title || 'the logs'}`}
        aria-activedescendant={isDrawn ? `${id}-${place}` : undefined}
        onScroll={end.onScroll}
        onKeyDown={onKeyDown}
      >
        <div
          role="list"
          aria-label={title || 'Logs'}
          className={styles.lines}
          data-wrap={view.options.wrapLogMessage || undefined}
          style={{ height: total }}
        >
          {items.map((item) => {
            const line = lines[item.index];
            return (
              line && (
                <LogRow
                  key={item.key}
                  ref={virtual.measureElement}
                  id={`${id}-${item.index}`}
                  index={item.index}
                  count={lines.length}
                  top={item.start}
                  line={line}
                  view={view}
                  found={props.found?.get(line.key)}
                  isOpen={opened.has(line.key)}
                  isCurrent={item.index === place}
                  onToggle={onToggle}
                />
              )
            );
          })}
        </div>
      </div>
      {live && !end.isThere && (
        <button
          type="button"
          className={styles.fresh}
          data-at={view.options.sortOrder}
          onClick={end.goThere}
        >
          {freshText(fresh)}
        </button>
      )}
    </div>
  );
}

function freshText(fresh: number): string {
  if (fresh === 0) return 'Back to the newest line';
  return `${fresh.toLocaleString()} new ${fresh === 1 ? 'line' : 'lines'}`;
}
