/**
 * Annotations of a chart: dashed lines and tinted regions on the canvas, and marks over it that
 * take the pointer.
 */
import type uPlot from 'uplot';
import { alpha, parseRgb, type ChartTheme } from './theme';

export interface ChartAnnotation {
  time: number;
  timeEnd?: number;
  title?: string;
  text: string;
  tags: string[];
  color: string;
}

export interface AnnotationHover {
  annotation: ChartAnnotation;
  x: number;
  y: number;
}

/** Chips with a name are shown for so many at most; more would cover each other. */
const chipLimit = 5;

/** Estimated, as names are placed before they are drawn. */
const chipWidth = (text: string) => Math.min(140, text.length * 6.4 + 16);

/** Room above the plot for the names of annotations. */
export const chipRoom = 26;

export function isRegion(
  annotation: ChartAnnotation,
): annotation is ChartAnnotation & { timeEnd: number } {
  return annotation.timeEnd !== undefined && annotation.timeEnd > annotation.time;
}

/** The annotations whose name has room above the plot. */
export function chips(
  annotations: readonly ChartAnnotation[],
  from: number,
  to: number,
  width: number,
): ChartAnnotation[] {
  const shown = annotations.filter(({ time }) => time >= from && time <= to);
  if (shown.length > chipLimit) return [];
  const result: ChartAnnotation[] = [];
  let end = -Infinity;
  for (const annotation of [...shown].sort((a, b) => a.time - b.time)) {
    const x = ((annotation.time - from) / (to - from)) * width;
    const half = chipWidth(chipText(annotation)) / 2;
    if (chipText(annotation) && x - half >= end) {
      result.push(annotation);
      end = x + half;
    }
  }
  return result;
}

function chipText({ title, text }: ChartAnnotation): string {
  return (title || text).replace(/<[^>]*>/g, ' ').trim();
}

export function drawRegions(
  u: uPlot,
  annotations: readonly ChartAnnotation[],
  theme: ChartTheme,
): void {
  const { ctx, bbox } = u;
  ctx.save();
  for (const annotation of annotations.filter(isRegion)) {
    const left = Math.max(bbox.left, u.valToPos(annotation.time, 'x', true));
    const right = Math.min(bbox.left + bbox.width, u.valToPos(annotation.timeEnd, 'x', true));
    ctx.fillStyle = alpha(theme.color(annotation.color), 0.1);
    if (right > left) ctx.fillRect(left, bbox.top, right - left, bbox.height);
  }
  ctx.restore();
}

export function drawLines(
  u: uPlot,
  annotations: readonly ChartAnnotation[],
  theme: ChartTheme,
  pxRatio: number,
): void {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.lineWidth = pxRatio;
  ctx.setLineDash([3 * pxRatio, 3 * pxRatio]);
  ctx.globalAlpha = 0.85;
  for (const annotation of annotations) {
    ctx.strokeStyle = theme.color(annotation.color);
    for (const time of isRegion(annotation)
      ? [annotation.time, annotation.timeEnd]
      : [annotation.time]) {
      const x = Math.round(u.valToPos(time, 'x', true)) + 0.5 * (pxRatio % 2);
      if (x < bbox.left || x > bbox.left + bbox.width) continue;
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
  }
  ctx.restore();
}

/** Width of a mark: the smallest target of WCAG 2.2. */
const markWidth = 24;

/** Marks that would overlap share one: each cluster starts where its first annotation is. */
export function clusters<Mark extends { left: number }>(
  marks: readonly Mark[],
): [Mark, ...Mark[]][] {
  const found: [Mark, ...Mark[]][] = [];
  for (const mark of [...marks].sort((a, b) => a.left - b.left)) {
    const last = found.at(-1);
    if (last && mark.left - last[0].left < markWidth) last.push(mark);
    else found.push([mark]);
  }
  return found;
}

/**
 * One annotation that lists several: their names, their tags, and the time from the first to the
 * last.
 */
export function merged(
  first: ChartAnnotation,
  others: readonly ChartAnnotation[],
): ChartAnnotation {
  if (others.length === 0) return first;
  const annotations = [first, ...others];
  return {
    time: first.time,
    timeEnd: Math.max(...annotations.map(({ time, timeEnd = time }) => timeEnd)),
    title: `${annotations.length} annotations`,
    text: annotations.map(chipText).join(', '),
    tags: [...new Set(annotations.flatMap(({ tags }) => tags))],
    color: first.color,
  };
}

/** Buttons over the plot, rebuilt after each draw: only then are positions known. */
export function annotationMarks(onHover: (hover: AnnotationHover | null) => void) {
  let marks: HTMLElement[] = [];
  const clear = () => {
    for (const mark of marks) mark.remove();
    marks = [];
  };
  return {
    clear,
    place(
      u: uPlot,
      annotations: readonly ChartAnnotation[],
      named: readonly ChartAnnotation[],
      theme: ChartTheme,
    ) {
      clear();
      const width = u.over.clientWidth;
      const add = (className: string, annotation: ChartAnnotation, left: number, text: string) => {
        const mark = document.createElement('button');
        mark.type = 'button';
        mark.className = className;
        mark.textContent = text;
        mark.setAttribute('aria-label', `Annotation: ${chipText(annotation)}`);
        mark.style.left = `${left}px`;
        const color = theme.color(annotation.color);
        mark.style.color = className === 'vd-plot-chip' ? readableOn(color, theme) : color;
        if (className === 'vd-plot-chip') mark.style.background = alpha(color, 0.18);
        const show = () => {
          const box = mark.getBoundingClientRect();
          onHover({ annotation, x: box.left + box.width / 2, y: box.top + box.height / 2 });
        };
        mark.addEventListener('pointerenter', show);
        mark.addEventListener('focus', show);
        mark.addEventListener('pointerleave', () => onHover(null));
        mark.addEventListener('blur', () => onHover(null));
        u.over.append(mark);
        marks.push(mark);
      };
      const visible = annotations
        .map((annotation) => ({ annotation, left: u.valToPos(annotation.time, 'x') }))
        .filter(({ left }) => left >= 0 && left <= width);
      for (const cluster of clusters(visible)) {
        add(
          'vd-plot-mark',
          merged(
            cluster[0].annotation,
            cluster.slice(1).map(({ annotation }) => annotation),
          ),
          cluster[0].left,
          '',
        );
      }
      for (const { annotation, left } of visible) {
        if (!named.includes(annotation)) continue;
        add(
          'vd-plot-chip',
          annotation,
          Math.min(width - 40, Math.max(40, left)),
          chipText(annotation),
        );
      }
    },
  };
}

/** Text in the annotation's own hue, moved towards the foreground until it can be read. */
function readableOn(color: string, theme: ChartTheme): string {
  return parseRgb(color)
    ? `color-mix(in srgb, ${color} 62%, ${theme.token('--fg')})`
    : theme.token('--fg');
}
