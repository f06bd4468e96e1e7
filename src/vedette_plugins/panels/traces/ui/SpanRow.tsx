import type { CSSProperties, Ref } from 'react';
import type { Segment } from './criticalPath';
import type { Span, TraceData } from './span';
import { SpanDetail } from './SpanDetail';
import styles from './SpanRow.module.css';
import { durationText, percentIn, type View } from './time';
import type { TraceTree } from './tree';

interface Props {
  ref: Ref<HTMLDivElement>;
  index: number;
  top: number;
  span: Span;
  at: number;
  data: TraceData;
  tree: TraceTree;
  view: View;
  nameWidth: number;
  width: number;
  color: string;
  critical: Segment[] | undefined;
  hasChildren: boolean;
  isCollapsed: boolean;
  isOpen: boolean;
  isCurrent: boolean;
  isDim: boolean;
  timeZone: string;
  onOpen: () => void;
  onCollapse: () => void;
  onFind: (text: string) => void;
  onGoToSpan: (id: string) => void;
}

const INDENT = 12;
/** Deeper spans stand where this one stands: their names need the room. */
const DEEPEST_INDENT = 16;

export function SpanRow(props: Props) {
  const { ref, index, top, span, at, tree, nameWidth, color, hasChildren, isCollapsed, isOpen } =
    props;
  const depth = tree.depth[at] ?? 0;
  // A label must hold all text that is visible; a row that shows more than its span is named by its
  // text.
  const isNamed = !isOpen && !isCollapsed;
  return (
    <div
      ref={ref}
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={hasChildren ? !isCollapsed : undefined}
      aria-selected={props.isCurrent}
      aria-label={
        isNamed
          ? `${span.service} ${span.name}, ${durationText(span.duration)}${span.isError ? ', error' : ''}`
          : undefined
      }
      data-index={index}
      data-dim={props.isDim || undefined}
      className={styles.item}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div className={styles.row} data-open={isOpen || undefined} onClick={props.onOpen}>
        <div
          className={styles.name}
          style={{
            width: nameWidth,
            paddingInlineStart: 8 + Math.min(depth, DEEPEST_INDENT) * INDENT,
          }}
        >
          {hasChildren ? (
            <button
              type="button"
              tabIndex={-1}
              className={styles.fold}
              aria-label={isCollapsed ? 'Expand' : 'Collapse'}
              onClick={(event) => {
                event.stopPropagation();
                props.onCollapse();
              }}
            >
              <svg
                width="8"
                height="8"
                viewBox="0 0 8 8"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.6"
                strokeLinecap="round"
                strokeLinejoin="round"
                aria-hidden="true"
              >
                <path d={isCollapsed ? 'M2.5 1 5.5 4 2.5 7' : 'M1 2.5 4 5.5 7 2.5'} />
              </svg>
            </button>
          ) : (
            <span className={styles.leaf} />
          )}
          <i className={styles.service} style={{ background: color }} />
          {span.isError && (
            <span className={styles.error} aria-hidden title="This span failed">
              !
            </span>
          )}
          <span className={styles.texts} title={`${span.service} ${span.name}`}>
            <b>{span.service}</b> {span.name}
          </span>
          {isCollapsed && (
            <span className={styles.hidden}>{(tree.end[at] ?? at + 1) - at - 1}</span>
          )}
        </div>{' '}
        <Timeline {...props} />
      </div>
      {isOpen && (
        <SpanDetail
          span={span}
          data={props.data}
          tree={tree}
          at={at}
          color={color}
          timeZone={props.timeZone}
          width={props.width}
          onFind={props.onFind}
          onGoToSpan={props.onGoToSpan}
        />
      )}
    </div>
  );
}

function Timeline({ span, data, tree, view, color, critical }: Props) {
  const offset = span.start - tree.from;
  const left = percentIn(view, offset);
  const right = percentIn(view, offset + span.duration);
  const share = ({ from, to }: Segment) => ({
    left: `${percentIn(view, from - tree.from)}%`,
    width: `${percentIn(view, to - tree.from) - percentIn(view, from - tree.from)}%`,
  });
  return (
    <div className={styles.timeline}>
      {right >= 0 && left <= 100 && (
        <>
          <i
            className={styles.bar}
            style={{ left: `${left}%`, width: `${right - left}%`, background: color }}
          />
          {critical?.map((segment) => (
            <i
              key={segment.from}
              className={styles.critical}
              style={share(segment)}
              title="On the critical path"
            />
          ))}
          {data.eventTimesOf(span).map((time, index) => (
            <i
              key={index}
              className={styles.event}
              style={{ left: `${percentIn(view, time - tree.from)}%` }}
            />
          ))}
        </>
      )}
      <span
        className={styles.duration}
        data-error={span.isError || undefined}
        data-inside={(left <= 16 && right >= 84) || undefined}
        style={labelPlace(left, right)}
      >
        {durationText(span.duration)}
      </span>
    </div>
  );
}

/** Behind the bar, before it where it ends too far right, inside where it fills the view. */
function labelPlace(left: number, right: number): CSSProperties {
  if (right < 0) return { left: 4 };
  if (left > 100) return { right: 4 };
  if (right < 84) return { left: `${Math.max(0, right)}%`, marginLeft: 3 };
  if (left > 16) return { right: `${100 - Math.min(100, left)}%`, marginRight: 3 };
  return { right: `${Math.max(0, 100 - right)}%`, marginRight: 3 };
}
