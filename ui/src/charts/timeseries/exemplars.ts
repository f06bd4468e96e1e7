/** Single measured points over the series, such as exemplars that lead to traces. */
import type uPlot from 'uplot';
import type { Frame } from '../../data/frame';

export interface Exemplar {
  frame: Frame;
  row: number;
  time: number;
  value: number;
}

/** Points of the frames a source marked as annotations of the data. */
export function exemplarsOf(frames: readonly Frame[]): Exemplar[] {
  return frames
    .filter((frame) => frame.meta?.dataTopic === 'annotations')
    .flatMap((frame) => {
      const time = frame.fields.find((field) => field.type === 'time');
      const value = frame.fields.find((field) => field.type === 'number');
      if (!time || !value) return [];
      return time.values.map((at, row) => ({
        frame,
        row,
        time: Number(at),
        value: Number(value.values[row]),
      }));
    })
    .filter(({ time, value }) => Number.isFinite(time) && Number.isFinite(value));
}

export function drawExemplars(
  u: uPlot,
  exemplars: readonly Exemplar[],
  scale: string,
  color: string,
  pxRatio: number,
): void {
  const { ctx, bbox } = u;
  const size = 4 * pxRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top - size, bbox.width, bbox.height + 2 * size);
  ctx.clip();
  ctx.fillStyle = color;
  ctx.globalAlpha = 0.85;
  ctx.beginPath();
  for (const exemplar of exemplars) {
    const { x, y } = position(u, exemplar, scale);
    ctx.moveTo(x, y - size);
    ctx.lineTo(x + size, y);
    ctx.lineTo(x, y + size);
    ctx.lineTo(x - size, y);
    ctx.closePath();
  }
  ctx.fill();
  ctx.restore();
}

/** The exemplar under the pointer, within 8 pixels. */
export function exemplarAt(
  u: uPlot,
  exemplars: readonly Exemplar[],
  scale: string,
  pxRatio: number,
): Exemplar | undefined {
  const { left = -1, top = -1 } = u.cursor;
  if (left < 0 || top < 0) return undefined;
  const x = left * pxRatio + u.bbox.left;
  const y = top * pxRatio + u.bbox.top;
  let nearest: Exemplar | undefined;
  let best = 8 * pxRatio;
  for (const exemplar of exemplars) {
    const at = position(u, exemplar, scale);
    const distance = Math.hypot(at.x - x, at.y - y);
    if (distance <= best) [nearest, best] = [exemplar, distance];
  }
  return nearest;
}

/** Values beyond the axis are shown at its edge. */
function position(u: uPlot, { time, value }: Exemplar, scale: string): { x: number; y: number } {
  const { min, max } = u.scales[scale] ?? {};
  const shown = Math.min(max ?? value, Math.max(min ?? value, value));
  return { x: u.valToPos(time, 'x', true), y: u.valToPos(shown, scale, true) };
}
