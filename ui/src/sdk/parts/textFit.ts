/** How large text may be drawn in a given space: panels size their numbers by it. */

const FAMILY = "'Geist Variable', 'Inter Variable', system-ui, sans-serif";
const SAMPLE = 100;
/** Mean advance of a digit or letter, in em, where no canvas is available. */
const FALLBACK_ADVANCE = 0.58;

let context: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

/** Width of one line of text in em (multiply by the font size). */
export function textWidth(text: string, weight = 600): number {
  if (!text) return 0;
  const key = `${weight} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size > 2000) widths.clear();
  const width = measure(text, weight);
  widths.set(key, width);
  return width;
}

function measure(text: string, weight: number): number {
  if (context === undefined) {
    context =
      typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
    // What was measured before the web font came in was measured with another one.
    if (context) void document.fonts?.ready.then(() => widths.clear());
  }
  if (!context) return text.length * FALLBACK_ADVANCE;
  context.font = `${weight} ${SAMPLE}px ${FAMILY}`;
  return context.measureText(text).width / SAMPLE;
}

/**
 * The largest font size up to `max` at which `em` of text fits `width` and one line fits `height`.
 */
export function fitFontSize(
  em: number,
  width: number,
  height: number,
  max: number,
  min = 11,
): number {
  const byWidth = em > 0 ? width / em : max;
  const size = Math.min(max, byWidth, height / 1.15);
  return Math.max(min, Math.floor(size * 2) / 2);
}
