import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { EmptyState, useVirtualRows, type Theme } from '@vedette/sdk';
import { Minimap } from './Minimap';
import { NO_FILTER } from './search';
import { SearchBar } from './SearchBar';
import { SpanRow } from './SpanRow';
import { Summary } from './Summary';
import { TimeHead } from './TimeHead';
import { clampedView, type View } from './time';
import styles from './Traces.module.css';
import { hasChildren, keyOf, type TraceTree } from './tree';
import { useRowKeys } from './useRowKeys';
import { useRows, type Trace } from './useTrace';

interface Props {
  trace: Trace;
  /** The span to begin with: it is open and in view. */
  focusedSpanId: string;
  title: string;
  timeZone: string;
  width: number;
  height: number;
  theme: Theme;
}

const ROW_HEIGHT = 28;
/** Heights from which on there is room for more than the spans. */
const ROOM_FOR_SEARCH = 180;
const ROOM_FOR_MINIMAP = 300;

export function TraceView({ trace, focusedSpanId, title, timeZone, width, height, theme }: Props) {
  const { tree, data } = trace;
  const length = tree.to - tree.from;
  const scroller = useRef<HTMLDivElement>(null);
  const [first] = useState(() => spanAt(tree, focusedSpanId));
  /** A span to scroll to once its row is there. */
  const sought = useRef(first);
  const [view, setView] = useState<View>({ from: 0, to: length });
  const [nameShare, setNameShare] = useState(0.36);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => openAtFirst(tree, first));
  const [filter, setFilter] = useState(NO_FILTER);
  const [matchesOnly, setMatchesOnly] = useState(false);
  const [showsCritical, setShowsCritical] = useState(true);
  const [current, setCurrent] = useState(first);

  const { rows, matches, isMatch } = useRows(trace, filter, matchesOnly, collapsed);
  const colors = useMemo(
    () => new Map(tree.services.map((name, index) => [name, theme.series(index)])),
    [tree, theme],
  );
  const virtual = useVirtualRows({
    count: rows.length,
    rowHeight: ROW_HEIGHT,
    scroller,
    height,
    keyOf: useCallback(
      (index: number) => tree.spans[rows[index] ?? -1]?.row ?? index,
      [tree, rows],
    ),
  });

  const open = (key: string) => setOpened(toggled(opened, key));
  const collapse = (key: string) => setCollapsed(toggled(collapsed, key));
  const goTo = (at: number) => {
    setCurrent(at);
    setCollapsed(openedAbove(tree, at, collapsed));
    sought.current = at;
  };
  useEffect(() => {
    const index = sought.current === undefined ? -1 : rows.indexOf(sought.current);
    if (index < 0) return;
    sought.current = undefined;
    virtual.scrollToIndex(index, { align: 'auto' });
  }, [current, rows, virtual]);
  const onKeyDown = useRowKeys({
    tree,
    rows,
    current,
    collapsed,
    onGo: goTo,
    onOpen: open,
    onCollapse: collapse,
  });
  const nameWidth = Math.round(width * nameShare);

  return (
    <div className={styles.panel} style={{ width, height }}>
      <Summary trace={trace} timeZone={timeZone} isNarrow={width < 640} />
      {height > ROOM_FOR_SEARCH && (
        <SearchBar
          filter={filter}
          services={tree.services}
          matches={isMatch ? matches : undefined}
          current={current}
          matchesOnly={matchesOnly}
          showsCritical={showsCritical}
          onFilter={setFilter}
          onMatchesOnly={setMatchesOnly}
          onShowsCritical={setShowsCritical}
          onGo={goTo}
        />
      )}
      {height > ROOM_FOR_MINIMAP && (
        <Minimap
          trace={trace}
          colors={colors}
          theme={theme}
          width={width}
          view={view}
          length={length}
          onView={setView}
        />
      )}
      <TimeHead
        tree={tree}
        view={view}
        length={length}
        nameWidth={nameWidth}
        width={width}
        collapsed={collapsed}
        onCollapsed={setCollapsed}
        onView={(next) => setView(clampedView(next, length))}
        onNameWidth={(wanted) => setNameShare(Math.min(0.8, Math.max(0.15, wanted / width)))}
      />
      {rows.length === 0 && (
        <EmptyState title="No matching spans" hint="Change the search or show all spans." />
      )}
      <div
        ref={scroller}
        className={styles.scroller}
        tabIndex={0}
        onKeyDown={onKeyDown}
        aria-label={`Spans of ${title || 'the trace'}`}
        role="group"
      >
        <div
          className={styles.rows}
          role="tree"
          aria-label={title || 'Trace'}
          style={{ height: virtual.getTotalSize() }}
        >
          {virtual.getVirtualItems().map((item) => {
            const at = rows[item.index];
            const span = at === undefined ? undefined : tree.spans[at];
            if (at === undefined || !span) return null;
            return (
              <SpanRow
                key={item.key}
                ref={virtual.measureElement}
                index={item.index}
                top={item.start}
                span={span}
                data={data}
                tree={tree}
                at={at}
                view={view}
                nameWidth={nameWidth}
                width={width}
                color={colors.get(span.service) ?? theme.series(0)}
                critical={showsCritical ? trace.critical.get(at) : undefined}
                hasChildren={hasChildren(tree, at)}
                isCollapsed={collapsed.has(keyOf(span))}
                isOpen={opened.has(keyOf(span))}
                isCurrent={current === at}
                isDim={isMatch !== undefined && !isMatch.has(at)}
                timeZone={timeZone}
                onOpen={() => open(keyOf(span))}
                onCollapse={() => collapse(keyOf(span))}
                onFind={(text) => setFilter({ ...filter, text })}
                onGoToSpan={(id) => {
                  const found = spanAt(tree, id);
                  if (found !== undefined) goTo(found);
                }}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Some stores drop the zeros an id begins with. */
function spanAt({ spans }: TraceTree, id: string): number | undefined {
  const wanted = id.replace(/^0+/, '');
  const found = wanted ? spans.findIndex((span) => span.id.replace(/^0+/, '') === wanted) : -1;
  return found < 0 ? undefined : found;
}

function openAtFirst({ spans }: TraceTree, at: number | undefined): ReadonlySet<string> {
  const span = at === undefined ? undefined : spans[at];
  return new Set(span ? [keyOf(span)] : []);
}

/** The same keys without those of the spans that hide this one. */
function openedAbove(
  tree: TraceTree,
  at: number,
  collapsed: ReadonlySet<string>,
): ReadonlySet<string> {
  const next = new Set(collapsed);
  for (let up = tree.parent[at] ?? -1; up >= 0; up = tree.parent[up] ?? -1) {
    const span = tree.spans[up];
    if (span) next.delete(keyOf(span));
  }
  return next.size < collapsed.size ? next : collapsed;
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}
