import { useMemo, useRef, useState } from 'react';
import { EmptyState, useVirtualRows, type PanelProps } from '@vedette/sdk';
import { deduplicate } from './dedup';
import { searchedWords } from './highlight';
import { commonLabels } from './labels';
import { logLines } from './lines';
import { LogRow } from './LogRow';
import styles from './Logs.module.css';
import type { LogsOptions } from './options';

const LINE_HEIGHT = 23;
const COMMON_HEIGHT = 30;
const DAY = 86_400_000;

export function LogsPanel({ options, data, title, timeZone, width, height, host }: PanelProps<LogsOptions>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const sorted = useMemo(() => logLines(data.frames, options.sortOrder), [data.frames, options.sortOrder]);
  const lines = useMemo(() => deduplicate(sorted, options.dedupStrategy), [sorted, options.dedupStrategy]);
  const common = useMemo(() => commonLabels(lines), [lines]);
  const searched = useMemo(() => searchedWords(data.frames), [data.frames]);

  const showsCommon = options.showCommonLabels && Object.keys(common).length > 0;
  const listHeight = height - (showsCommon ? COMMON_HEIGHT : 0);
  const virtual = useVirtualRows({
    count: lines.length,
    rowHeight: LINE_HEIGHT,
    scroller,
    height: listHeight,
    keyOf: (index) => lines[index]?.key ?? index,
  });
  if (lines.length === 0) return <EmptyState title="No log lines" />;

  const [first, last] = [lines[0], lines.at(-1)];
  const spansDays = first !== undefined && last !== undefined && Math.abs(first.time - last.time) >= DAY;
  const toggle = (key: string) => {
    const next = new Set(opened);
    if (!next.delete(key)) next.add(key);
    setOpened(next);
  };
  return (
    <div className={styles.panel} style={{ width, height }}>
      {showsCommon && (
        <div className={styles.common} style={{ height: COMMON_HEIGHT }}>
          <span>Common labels</span>
          {Object.entries(common).map(([key, value]) => (
            <code key={key} title={`${key}=${value}`}>
              {key}={value}
            </code>
          ))}
        </div>
      )}
      <div ref={scroller} className={styles.scroller} style={{ height: listHeight }} tabIndex={0}>
        <div
          role="list"
          aria-label={title || 'Logs'}
          className={styles.lines}
          data-wrap={options.wrapLogMessage || undefined}
          style={{ height: virtual.getTotalSize() }}
        >
          {virtual.getVirtualItems().map((item) => {
            const line = lines[item.index];
            if (!line) return null;
            return (
              <LogRow
                key={item.key}
                ref={virtual.measureElement}
                index={item.index}
                count={lines.length}
                top={item.start}
                line={line}
                common={common}
                searched={searched}
                options={options}
                timeZone={timeZone}
                spansDays={spansDays}
                width={width}
                isOpen={opened.has(line.key)}
                onToggle={() => toggle(line.key)}
                onFilter={host.addFilter}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
