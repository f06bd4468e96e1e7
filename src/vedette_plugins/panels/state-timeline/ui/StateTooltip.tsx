import {
  TooltipBox,
  TooltipContent,
  formatValue,
  formatted,
  spanAt,
  timeTitle,
  type StateRow,
  type StateSpan,
  type StateTimelineHover,
  type TooltipRow,
} from '@vedette/sdk';
import type { Options } from './options';
import styles from './StateTimeline.module.css';

interface Props {
  hover: StateTimelineHover;
  rows: readonly StateRow[];
  options: Options['tooltip'];
  timeZone: string;
  onClose: () => void;
}

export function StateTooltip({ hover, rows, options, timeZone, onClose }: Props) {
  const row = rows[hover.row];
  const span = row && spanAt(row, hover.time);
  const multi = options.mode === 'multi';
  if (!row || (!span && !multi)) return null;
  const shown = multi
    ? rows.map((one, i) => tooltipRow(one, i, hover))
    : [tooltipRow(row, hover.row, hover)];
  return (
    <TooltipBox {...options} x={hover.x} y={hover.y} pinned={hover.pinned} onClose={onClose}>
      <TooltipContent
        title={timeTitle(hover.time, timeZone)}
        rows={shown.filter((one) => one !== null)}
        links={hover.pinned && span ? row.field.getLinks?.(span.row) : undefined}
        footer={span && <SpanNote span={span} timeZone={timeZone} />}
      />
    </TooltipBox>
  );
}

function tooltipRow(row: StateRow, index: number, hover: StateTimelineHover): TooltipRow | null {
  const span = spanAt(row, hover.time);
  if (!span) return null;
  return {
    key: index,
    name: row.name,
    value: span.text,
    color: span.color,
    shape: 'square',
    focused: index === hover.row,
  };
}

function SpanNote({ span: { from, to }, timeZone }: { span: StateSpan; timeZone: string }) {
  return (
    <div className={styles.note}>
      {`since ${timeTitle(from, timeZone)}, for ${formatted(formatValue(to - from, 'dtdurationms'))}`}
    </div>
  );
}
