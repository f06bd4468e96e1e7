import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import {
  TooltipBox,
  TooltipContent,
  pointAt,
  ringPath,
  readableOn,
  type TooltipRow,
} from '@vedette/sdk';
import type { Options } from './options';
import type { PieSlice } from './parts';
import styles from './PieChart.module.css';

interface Props {
  slices: readonly PieSlice[];
  options: Options;
  /** A part the legend points at. */
  focused: string | null;
  title: string;
}

interface Hover {
  index: number;
  x: number;
  y: number;
  pinned: boolean;
}

const holeOfDonut = 0.64;

export function Pie({ slices, options, focused, title }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [hover, setHover] = useState<Hover | null>(null);
  useLayoutEffect(() => {
    const target = box.current;
    if (!target) return;
    const measure = () => setSize({ width: target.clientWidth, height: target.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, []);

  const labelled = options.displayLabels.length > 0;
  const { width, height } = size;
  const margin = labelled ? Math.min(26, height * 0.1) : 8;
  const outer = Math.max(
    0,
    Math.min(width / 2 - (labelled ? margin * 2 : margin), height / 2 - margin),
  );
  const ring = {
    cx: width / 2,
    cy: height / 2,
    outer,
    inner: options.pieType === 'donut' ? outer * holeOfDonut : 0,
  };
  const active = slices[hover?.index ?? -1]?.item.id ?? focused;

  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setHover(null);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const index = ((hover?.index ?? (step > 0 ? -1 : 0)) + step + slices.length) % slices.length;
    const slice = slices[index];
    const rect = box.current?.getBoundingClientRect();
    if (!slice || !rect) return;
    const at = pointAt(ring.cx, ring.cy, outer * 0.8, (slice.start + slice.end) / 2);
    setHover({ index, x: rect.left + at.x, y: rect.top + at.y, pinned: false });
  };

  return (
    <div ref={box}>
      <svg
        className={styles.chart}
        width={width}
        height={height}
        tabIndex={0}
        role="group"
        aria-roledescription="chart"
        aria-label={summary(title, slices)}
        onKeyDown={onKey}
        onPointerLeave={() => !hover?.pinned && setHover(null)}
        onBlur={() => !hover?.pinned && setHover(null)}
      >
        {outer > 0 &&
          slices.map((slice, index) => (
            <path
              key={slice.item.id}
              d={ringPath(slice.item.id === active ? { ...ring, outer: outer + 3 } : ring, slice)}
              fill={slice.item.color}
              fillRule="evenodd"
              className={`${styles.slice} ${active !== null && slice.item.id !== active ? styles.dimmed : ''}`}
              strokeWidth={slices.length > 1 && slice.end - slice.start > 3 ? 1.5 : 0}
              onPointerMove={(event) =>
                !hover?.pinned &&
                setHover({ index, x: event.clientX, y: event.clientY, pinned: false })
              }
              onClick={(event) =>
                setHover({ index, x: event.clientX, y: event.clientY, pinned: true })
              }
            />
          ))}
        {labelled &&
          outer > 20 &&
          slices.map((slice) => (
            <SliceLabel key={slice.item.id} slice={slice} ring={ring} options={options} />
          ))}
      </svg>
      {hover && options.tooltip.mode !== 'none' && (
        <PieTooltip
          hover={hover}
          slices={slices}
          options={options}
          onClose={() => setHover(null)}
        />
      )}
    </div>
  );
}

/** Inside a wedge that has room, outside of it otherwise; slivers stay without. */
function SliceLabel({
  slice,
  ring,
  options,
}: {
  slice: PieSlice;
  ring: { cx: number; cy: number; outer: number; inner: number };
  options: Options;
}) {
  const lines = [
    options.displayLabels.includes('name') ? slice.item.name : '',
    options.displayLabels.includes('value') ? slice.item.text : '',
    options.displayLabels.includes('percent') ? slice.percent : '',
  ].filter(Boolean);
  const fontSize = options.text.valueSize ?? Math.min(13, Math.max(10, ring.outer / 9));
  const widest = Math.max(...lines.map((line) => line.length)) * fontSize * 0.56;
  const middle = (slice.start + slice.end) / 2;
  const depth = ring.inner > 0 ? (ring.inner + ring.outer) / 2 : ring.outer * 0.66;
  const chord = 2 * depth * Math.sin((Math.min(180, slice.end - slice.start) * Math.PI) / 360);
  const fits =
    chord > lines.length * fontSize * 1.3 &&
    widest < (ring.inner > 0 ? ring.outer - ring.inner : ring.outer * 0.75);
  if (!fits && slice.share < 0.03) return null;
  const at = pointAt(ring.cx, ring.cy, fits ? depth : ring.outer + 8, middle);
  const anchor = fits ? 'middle' : middle > 180 ? 'end' : 'start';
  return (
    <text
      className={fits ? styles.inside : styles.outside}
      fill={fits ? readableOn(slice.item.color) : undefined}
      x={at.x}
      y={at.y}
      fontSize={fontSize}
      textAnchor={anchor}
    >
      {lines.map((line, i) => (
        <tspan key={line} x={at.x} dy={i === 0 ? `${0.35 - (lines.length - 1) * 0.6}em` : '1.2em'}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

interface TooltipProps {
  hover: Hover;
  slices: readonly PieSlice[];
  options: Options;
  onClose: () => void;
}

function PieTooltip({ hover, slices, options, onClose }: TooltipProps) {
  const current = slices[hover.index];
  if (!current) return null;
  const { mode, sort, hideZeros, maxWidth, maxHeight } = options.tooltip;
  const wanted = (mode === 'multi' ? [...slices] : [current]).filter(
    ({ item }) => item.inTooltip && !(hideZeros && item.numeric === 0),
  );
  if (sort !== 'none')
    wanted.sort((a, b) => (sort === 'asc' ? a.value - b.value : b.value - a.value));
  if (wanted.length === 0) return null;
  const rows: TooltipRow[] = wanted.map((slice) => ({
    key: slice.item.id,
    name: slice.item.name,
    color: slice.item.color,
    shape: 'square',
    value: `${slice.item.text} (${slice.percent})`,
    focused: slice === current && wanted.length > 1,
  }));
  const { field, rowIndex } = current.item.source;
  const links = hover.pinned
    ? field.getLinks?.(rowIndex ?? Math.max(0, field.values.length - 1))
    : undefined;
  return (
    <TooltipBox
      x={hover.x}
      y={hover.y}
      pinned={hover.pinned}
      onClose={onClose}
      maxWidth={maxWidth}
      maxHeight={maxHeight}
    >
      <TooltipContent
        title={mode === 'multi' ? 'Shares' : current.item.name}
        rows={rows}
        links={links}
      />
    </TooltipBox>
  );
}

function summary(title: string, slices: readonly PieSlice[]): string {
  const parts = slices.slice(0, 8).map(({ item, percent }) => `${item.name} ${percent}`);
  return `${title || 'Pie chart'}: ${slices.length} parts. ${parts.join(', ')}. Arrow keys move between parts.`;
}
