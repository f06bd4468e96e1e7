import {
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { alpha, mix, readableOn, type BarTable, type Theme } from '@vedette/sdk';
import { Axes } from './Axes';
import { BarTooltip, type BarHover } from './BarTooltip';
import styles from './BarChart.module.css';
import { drawing, type Drawing, type ShownSeries } from './model';
import type { Options } from './options';

interface Props {
  table: BarTable;
  series: readonly ShownSeries[];
  options: Options;
  theme: Theme;
  /** A series the legend points at. */
  focused: string | null;
  title: string;
}

export function Bars({ table, series, options, theme, focused, title }: Props) {
  const svg = useRef<SVGSVGElement>(null);
  const size = useSize(svg);
  const [hover, setHover] = useState<BarHover | null>(null);
  const drawn = useMemo(
    () => drawing(table, series, options, size, theme),
    [table, series, options, size, theme],
  );
  const { area, bars, horizontal, band } = drawn;

  const locate = (event: PointerEvent | MouseEvent): Omit<BarHover, 'pinned'> | null => {
    const box = svg.current?.getBoundingClientRect();
    if (!box) return null;
    const x = event.clientX - box.left - area.left;
    const y = event.clientY - box.top - area.top;
    const category = Math.floor((horizontal ? y : x) / band);
    if (x < 0 || y < 0 || x > area.width || y > area.height || category >= table.categories.length)
      return null;
    return { category, series: barAt(drawn, category, x, y), x: event.clientX, y: event.clientY };
  };
  const onMove = (event: PointerEvent) => {
    if (hover?.pinned) return;
    const found = locate(event);
    setHover(found && { ...found, pinned: false });
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' && hover) setHover(null);
    if (step === undefined || !svg.current) return;
    event.preventDefault();
    event.stopPropagation();
    const last = table.categories.length - 1;
    const category = hover
      ? Math.min(last, Math.max(0, hover.category + step))
      : step > 0
        ? 0
        : last;
    const box = svg.current.getBoundingClientRect();
    const along = (category + 0.5) * band;
    const x = box.left + area.left + (horizontal ? area.width / 2 : along);
    const y = box.top + area.top + (horizontal ? along : area.height / 3);
    setHover({ category, series: null, x, y, pinned: false });
  };

  return (
    <div>
      <svg
        ref={svg}
        className={styles.chart}
        tabIndex={0}
        role="group"
        aria-roledescription="chart"
        aria-label={summary(title, table, series)}
        onPointerMove={onMove}
        onPointerLeave={() => !hover?.pinned && setHover(null)}
        onClick={(event) =>
          setHover(locate(event.nativeEvent) && hover && { ...hover, pinned: true })
        }
        onKeyDown={onKey}
        onBlur={() => !hover?.pinned && setHover(null)}
      >
        <Axes drawn={drawn} />
        <g transform={`translate(${area.left} ${area.top})`}>
          {hover && options.fullHighlight && <Highlight drawn={drawn} category={hover.category} />}
          <BarShapes
            drawn={drawn}
            series={series}
            options={options}
            theme={theme}
            dimmed={dimmer(series, focused, hover, options)}
          />
          {options.showValue !== 'never' && <ValueTexts drawn={drawn} options={options} />}
        </g>
      </svg>
      {hover && options.tooltip.mode !== 'none' && bars.length > 0 && (
        <BarTooltip
          hover={hover}
          table={table}
          series={series}
          drawn={drawn}
          options={options.tooltip}
          onClose={() => setHover(null)}
        />
      )}
    </div>
  );
}

function useSize(element: { current: SVGSVGElement | null }) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    const measure = () => {
      const { width, height } = target.getBoundingClientRect();
      setSize((now) => (now.width === width && now.height === height ? now : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

function barAt(
  { bars, horizontal }: Drawing,
  category: number,
  x: number,
  y: number,
): number | null {
  const own = bars.filter((bar) => bar.category === category);
  const across = (bar: (typeof own)[number]) =>
    horizontal ? y >= bar.y && y <= bar.y + bar.height : x >= bar.x && x <= bar.x + bar.width;
  const inside = own.find(
    (bar) =>
      across(bar) &&
      (horizontal ? x >= bar.x && x <= bar.x + bar.width : y >= bar.y && y <= bar.y + bar.height),
  );
  return (inside ?? own.find(across))?.series ?? null;
}

function dimmer(
  series: readonly ShownSeries[],
  focused: string | null,
  hover: BarHover | null,
  options: Options,
) {
  return (bar: { series: number; category: number }): boolean => {
    if (focused !== null) return series[bar.series]?.id !== focused;
    return hover !== null && !options.fullHighlight && bar.category !== hover.category;
  };
}

interface ShapesProps {
  drawn: Drawing;
  series: readonly ShownSeries[];
  options: Options;
  theme: Theme;
  dimmed: (bar: { series: number; category: number }) => boolean;
}

function BarShapes({ drawn, series, options, theme, dimmed }: ShapesProps) {
  const id = useId();
  const gradients = new Map<string, string>();
  const shapes = drawn.bars.map((bar) => {
    const { gradientMode, fillOpacity, lineWidth } = (series[bar.series] as ShownSeries).style;
    const fading = gradientMode === 'opacity' || gradientMode === 'hue';
    const key = `${id}-${gradientMode}-${bar.color.replace(/\W/g, '')}`;
    if (fading)
      gradients.set(
        key,
        gradientMode === 'hue' ? mix(bar.color, theme.token('--c4'), 0.5) : alpha(bar.color, 0.15),
      );
    const radius = Math.min(bar.width, bar.height) * options.barRadius;
    const stroke = Math.min(lineWidth, bar.width / 2, bar.height / 2);
    const inset = stroke / 2;
    return (
      <rect
        key={`${bar.series}/${bar.category}`}
        x={bar.x + inset}
        y={bar.y + inset}
        width={Math.max(0, bar.width - stroke)}
        height={Math.max(0, bar.height - stroke)}
        rx={radius}
        fill={fading ? `url(#${key})` : bar.color}
        fillOpacity={fillOpacity / 100}
        stroke={bar.color}
        strokeWidth={stroke}
        className={dimmed(bar) ? styles.dimmed : ''}
      />
    );
  });
  return (
    <>
      <defs>
        {[...gradients].map(([key, end]) => (
          <linearGradient
            key={key}
            id={key}
            x1="0"
            y1="0"
            x2={drawn.horizontal ? '-1' : '0'}
            y2={drawn.horizontal ? '0' : '1'}
          >
            <stop
              offset="0"
              stopColor={
                drawn.bars.find((bar) => key.endsWith(`-${bar.color.replace(/\W/g, '')}`))?.color
              }
            />
            <stop offset="1" stopColor={end} />
          </linearGradient>
        ))}
      </defs>
      {shapes}
    </>
  );
}

function Highlight({
  drawn: { area, band, horizontal },
  category,
}: {
  drawn: Drawing;
  category: number;
}) {
  const along = { start: category * band, size: band };
  return (
    <rect
      className={styles.highlight}
      x={horizontal ? 0 : along.start}
      y={horizontal ? along.start : 0}
      width={horizontal ? area.width : along.size}
      height={horizontal ? along.size : area.height}
    />
  );
}

function ValueTexts({ drawn, options }: { drawn: Drawing; options: Options }) {
  const fontSize = options.text.valueSize ?? 11;
  const stacked = options.stacking !== 'none';
  return drawn.bars.map((bar) => {
    const width = bar.text.length * fontSize * 0.57;
    const room = drawn.horizontal ? bar.height >= fontSize : bar.width + (stacked ? 0 : 6) >= width;
    const inside =
      !stacked || (drawn.horizontal ? bar.width > width + 6 : bar.height > fontSize + 4);
    if (options.showValue === 'auto' && !(room && inside)) return null;
    const negative = bar.value < 0;
    const x =
      drawn.horizontal && !stacked
        ? negative
          ? bar.x - 5
          : bar.x + bar.width + 5
        : bar.x + bar.width / 2;
    const y =
      drawn.horizontal || stacked
        ? bar.y + bar.height / 2
        : negative
          ? bar.y + bar.height + fontSize
          : bar.y - 5;
    const anchor = drawn.horizontal && !stacked ? (negative ? 'end' : 'start') : 'middle';
    return (
      <text
        key={`${bar.series}/${bar.category}`}
        className={stacked ? styles.inside : styles.value}
        x={x}
        y={y}
        fontSize={fontSize}
        fill={stacked ? readableOn(bar.color) : undefined}
        textAnchor={anchor}
        dominantBaseline={drawn.horizontal || stacked ? 'central' : 'auto'}
      >
        {bar.text}
      </text>
    );
  });
}

function summary(title: string, { categories }: BarTable, series: readonly ShownSeries[]): string {
  const names = series
    .slice(0, 5)
    .map(({ name }) => name)
    .join(', ');
  return `${title || 'Bar chart'}: ${series.length} series (${names}) over ${categories.length} categories. Arrow keys move between categories.`;
}
