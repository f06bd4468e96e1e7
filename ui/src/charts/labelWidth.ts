/** How wide the labels of an axis are, measured once for each text. */
import type uPlot from 'uplot';
import { axisFont } from './theme';

const measured = new Map<string, number>();

/** Width of an axis' longest label in CSS pixels. */
export function labelWidth(u: uPlot, labels: readonly (string | null)[], font = axisFont): number {
  let widest = 0;
  u.ctx.save();
  for (const label of labels) {
    if (!label) continue;
    const key = font + label;
    let width = measured.get(key);
    if (width === undefined) {
      u.ctx.font = font;
      width = u.ctx.measureText(label).width;
      if (measured.size > 5000) measured.clear();
      measured.set(key, width);
    }
    widest = Math.max(widest, width);
  }
  u.ctx.restore();
  return Math.ceil(widest);
}

/** Forgets all widths, as when a font has arrived. */
export function forgetLabelWidths(): void {
  measured.clear();
}
