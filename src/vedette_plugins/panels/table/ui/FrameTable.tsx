import { useMemo, useRef, useState } from 'react';
import { useVirtualRows, type Frame, type PanelProps } from '@vedette/sdk';
import { columnsOf, type Column } from './columns';
import { footerEntries } from './footer';
import { HeaderCell } from './HeaderCell';
import { Inspector } from './Inspector';
import { hidesHeader, nestedFrames, rowKey } from './nested';
import { Expander, EXPANDER_WIDTH, NestedRow } from './NestedRow';
import type { TableOptions } from './options';
import { Pager } from './Pager';
import { Row } from './Row';
import { cellText, nextSorts, storedSorts, visibleRows, type Filters } from './rows';
import styles from './Table.module.css';
import { columnWidths } from './widths';

const ROW_HEIGHTS = { sm: 33, md: 40, lg: 50, auto: 33 };
const HEADER_HEIGHT = 30;
const FOOTER_HEIGHT = 32;
const PAGER_HEIGHT = 34;
const SCROLLBAR = 10;
/** A table inside a row scrolls when it would be higher. */
const NESTED_HEIGHT = 320;

interface Props extends PanelProps<TableOptions> {
  frame: Frame;
}

export function FrameTable(props: Props) {
  const { frame, options, width, height, theme, host, title } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useMemo(() => columnsOf(frame), [frame]);
  const nested = useMemo(() => nestedFrames(frame), [frame]);
  const leadWidth = nested ? EXPANDER_WIDTH : 0;
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [sorts, setSorts] = useState(() => storedSorts(columns, options.sortBy));
  const [filters, setFilters] = useState<Filters>(new Map());
  const [resized, setResized] = useState<ReadonlyMap<number, number>>(new Map());
  const [page, setPage] = useState(0);
  const [inspected, setInspected] = useState<{ column: Column; row: number }>();

  const rows = useMemo(
    () => visibleRows(frame.fields, frame.length, sorts, filters),
    [frame, sorts, filters],
  );
  const natural = useMemo(
    () => columnWidths(columns, frame.length, width - leadWidth - SCROLLBAR),
    [columns, frame, width, leadWidth],
  );
  const widths = columns.map(({ index }, at) => resized.get(index) ?? natural[at] ?? 0);
  const footer = useMemo(
    () => footerEntries(columns, rows, options.footer),
    [columns, rows, options.footer],
  );

  const paged = options.footer.enablePagination;
  const rowHeight = ROW_HEIGHTS[options.cellHeight];
  const headerHeight = options.showHeader ? HEADER_HEIGHT : 0;
  const footerLines = footer ? Math.max(1, ...footer.map(({ length }) => length)) : 0;
  const footerHeight = footer ? FOOTER_HEIGHT + (footerLines - 1) * 17 : 0;
  const scrollHeight = height - (paged ? PAGER_HEIGHT : 0);
  const pageSize = paged
    ? Math.max(1, Math.floor((scrollHeight - headerHeight - footerHeight - SCROLLBAR) / rowHeight))
    : rows.length;
  const pages = Math.max(1, Math.ceil(rows.length / Math.max(1, pageSize)));
  const currentPage = Math.min(page, pages - 1);
  const shown = paged ? rows.slice(currentPage * pageSize, (currentPage + 1) * pageSize) : rows;

  const wraps = options.cellHeight === 'auto' || columns.some(({ cell }) => cell.wrap);
  const virtual = useVirtualRows({
    count: shown.length,
    rowHeight,
    scroller,
    height: scrollHeight,
  });
  const template = (nested ? [leadWidth, ...widths] : widths).map((each) => `${each}px`).join(' ');
  const tableWidth = widths.reduce((sum, each) => sum + each, leadWidth);
  const rowColor = columns.find(({ cell }) => cell.kind === 'color-background' && cell.applyToRow);

  return (
    <>
      <div ref={scroller} className={styles.scroller} style={{ height: scrollHeight }} tabIndex={0}>
        <div
          role="table"
          aria-label={title || 'Table'}
          aria-rowcount={rows.length + (options.showHeader ? 1 : 0)}
          aria-colcount={columns.length + (nested ? 1 : 0)}
          className={styles.table}
          style={{ width: tableWidth, minHeight: '100%' }}
        >
          {options.showHeader && (
            <div role="rowgroup" className={styles.header} style={{ minHeight: headerHeight }}>
              <div
                role="row"
                aria-rowindex={1}
                className={styles.row}
                style={{ gridTemplateColumns: template }}
              >
                {nested && <div role="cell" className={styles.headerCell} />}
                {columns.map((column, at) => (
                  <HeaderCell
                    key={column.index}
                    column={column}
                    frame={frame}
                    sorts={sorts}
                    filter={filters.get(column.index)}
                    width={widths[at] ?? 0}
                    showsTypeIcon={options.showTypeIcons}
                    onSort={(keepOthers) => setSorts(nextSorts(sorts, column.index, keepOthers))}
                    onFilter={(kept) => {
                      setFilters(new Map(filters).set(column.index, kept));
                      setPage(0);
                    }}
                    onResize={(size) => setResized(new Map(resized).set(column.index, size))}
                  />
                ))}
              </div>
            </div>
          )}
          <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const row = shown[item.index];
              if (row === undefined) return null;
              const inner = nested?.[row];
              const key = rowKey(inner, row);
              const isExpanded = expanded.has(key);
              const cells = (
                <Row
                  key={item.key}
                  ref={wraps && !nested ? virtual.measureElement : undefined}
                  index={item.index}
                  ariaIndex={currentPage * pageSize + item.index + (options.showHeader ? 2 : 1)}
                  top={nested ? undefined : item.start}
                  height={rowHeight}
                  wraps={wraps}
                  template={template}
                  widths={widths}
                  columns={columns}
                  lead={
                    nested && (
                      <Expander
                        name={cellText(columns[0]?.field, row)}
                        isExpanded={isExpanded}
                        onToggle={() => setExpanded(toggled(expanded, key))}
                      />
                    )
                  }
                  row={row}
                  background={rowColor?.field.display?.(rowColor.field.values[row]).color}
                  theme={theme}
                  onInspect={(column) => setInspected({ column, row })}
                  onFilter={host.addFilter}
                />
              );
              if (!nested) return cells;
              return (
                <NestedRow
                  key={item.key}
                  ref={virtual.measureElement}
                  index={item.index}
                  top={item.start}
                  columns={columns.length + 1}
                  row={cells}
                >
                  {isExpanded &&
                    inner?.map((each, at) => (
                      <FrameTable
                        key={at}
                        {...nestedProps(props, each, tableWidth - leadWidth)}
                        title={`Rows of ${cellText(columns[0]?.field, row)}`}
                      />
                    ))}
                </NestedRow>
              );
            })}
            {rows.length === 0 && (
              <p className={styles.none}>
                {frame.length ? 'No rows match the filters.' : 'No rows.'}
              </p>
            )}
          </div>
          {footer && (
            <div role="rowgroup" className={styles.footer} style={{ minHeight: footerHeight }}>
              <div role="row" className={styles.row} style={{ gridTemplateColumns: template }}>
                {nested && <div role="cell" className={styles.footerCell} />}
                {columns.map((column, at) => (
                  <div
                    key={column.index}
                    role="cell"
                    className={styles.footerCell}
                    data-align={column.align}
                  >
                    {footer[at]?.map(({ label, text }, line) => (
                      <div key={line}>
                        {label && <span className={styles.footerLabel}>{`${label} `}</span>}
                        {text}
                      </div>
                    ))}
                  </div>
                ))}
              </div>
            </div>
          )}
        </div>
      </div>
      {paged && (
        <Pager
          height={PAGER_HEIGHT}
          page={currentPage}
          pages={pages}
          first={rows.length ? currentPage * pageSize + 1 : 0}
          last={Math.min(rows.length, (currentPage + 1) * pageSize)}
          total={rows.length}
          onPage={(next) => {
            setPage(next);
            scroller.current?.scrollTo?.({ top: 0 });
          }}
        />
      )}
      {inspected && (
        <Inspector
          column={inspected.column}
          row={inspected.row}
          onClose={() => setInspected(undefined)}
        />
      )}
    </>
  );
}

function toggled(expanded: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(expanded);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** A table inside a row has neither pages nor a footer. */
function nestedProps(props: Props, frame: Frame, width: number): Props {
  const showHeader = !hidesHeader(frame);
  const rows = Math.max(1, frame.length) * ROW_HEIGHTS[props.options.cellHeight];
  return {
    ...props,
    frame,
    width,
    height: Math.min(NESTED_HEIGHT, (showHeader ? HEADER_HEIGHT : 0) + rows + SCROLLBAR),
    options: {
      ...props.options,
      showHeader,
      sortBy: [],
      footer: { ...props.options.footer, show: false, enablePagination: false },
    },
  };
}
