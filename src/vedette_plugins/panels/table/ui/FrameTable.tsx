import { useMemo, useRef, useState } from 'react';
import { useVirtualRows, type Frame, type PanelProps } from '@vedette/sdk';
import { columnsOf, type Column } from './columns';
import { footerEntries } from './footer';
import { HeaderCell } from './HeaderCell';
import { Inspector } from './Inspector';
import type { TableOptions } from './options';
import { Pager } from './Pager';
import { Row } from './Row';
import { nextSorts, storedSorts, visibleRows, type Filters } from './rows';
import styles from './Table.module.css';
import { columnWidths } from './widths';

const ROW_HEIGHTS = { sm: 33, md: 40, lg: 50, auto: 33 };
const HEADER_HEIGHT = 30;
const FOOTER_HEIGHT = 32;
const PAGER_HEIGHT = 34;
const SCROLLBAR = 10;

interface Props extends PanelProps<TableOptions> {
  frame: Frame;
}

export function FrameTable({ frame, options, width, height, theme, host, title }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useMemo(() => columnsOf(frame), [frame]);
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
    () => columnWidths(columns, frame.length, width - SCROLLBAR),
    [columns, frame, width],
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
  const template = widths.map((each) => `${each}px`).join(' ');
  const tableWidth = widths.reduce((sum, each) => sum + each, 0);
  const rowColor = columns.find(({ cell }) => cell.kind === 'color-background' && cell.applyToRow);

  return (
    <>
      <div ref={scroller} className={styles.scroller} style={{ height: scrollHeight }} tabIndex={0}>
        <div
          role="table"
          aria-label={title || 'Table'}
          aria-rowcount={rows.length + (options.showHeader ? 1 : 0)}
          aria-colcount={columns.length}
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
              return (
                <Row
                  key={item.key}
                  ref={wraps ? virtual.measureElement : undefined}
                  index={item.index}
                  ariaIndex={currentPage * pageSize + item.index + (options.showHeader ? 2 : 1)}
                  top={item.start}
                  height={rowHeight}
                  wraps={wraps}
                  template={template}
                  widths={widths}
                  columns={columns}
                  row={row}
                  background={rowColor?.field.display?.(rowColor.field.values[row]).color}
                  theme={theme}
                  onInspect={(column) => setInspected({ column, row })}
                  onFilter={host.addFilter}
                />
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
