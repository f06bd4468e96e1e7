/** How a bar is painted in each of the three modes, as styles of one element for the lit part and one for the rest. */
import type { CSSProperties } from 'react';
import { colorStops, type Bounds, type Field } from '@vedette/sdk';

export type DisplayMode = 'basic' | 'gradient' | 'lcd';

export interface FillScale {
  field: Field;
  bounds: Bounds;
  direction: 'horizontal' | 'vertical';
  /** Length of the whole bar in pixels. */
  length: number;
  color: (stored: string) => string;
}

const CELL = 6;
const PITCH = 8;

/** Pixels of the bar that are lit: whole cells for the LCD, and never nothing for a value above the minimum. */
export function litLength(share: number, length: number, mode: DisplayMode): number {
  if (share <= 0) return 0;
  if (mode !== 'lcd') return Math.max(2, share * length);
  const cells = Math.max(1, Math.floor((length + PITCH - CELL) / PITCH));
  return Math.max(1, Math.round(share * cells)) * PITCH;
}

export function fillStyle(mode: DisplayMode, color: string, scale: FillScale): CSSProperties {
  if (mode === 'basic') return { backgroundColor: color };
  const painted = { ...gradient(scale), ...wholeBar(scale) };
  return mode === 'lcd' ? { ...painted, ...cells(scale), borderRadius: 0 } : painted;
}

export function unfilledStyle(mode: DisplayMode, scale: FillScale): CSSProperties {
  const whole = { inset: 0 };
  if (mode !== 'lcd') return { ...whole, backgroundColor: 'var(--bg-active)' };
  return { ...whole, ...gradient(scale), ...cells(scale), opacity: 0.16, borderRadius: 0 };
}

function towards({ direction }: FillScale): string {
  return direction === 'horizontal' ? 'to right' : 'to top';
}

/** The gradient spans the whole bar, however much of it is lit: a colour always means the same value. */
function gradient(scale: FillScale): CSSProperties {
  const stops = colorStops(scale.field, scale.bounds, scale.color);
  const [only] = stops;
  if (only && stops.length === 1) return { backgroundColor: only.color };
  const list = stops.map(({ at, color }) => `${color} ${(at * 100).toFixed(1)}%`).join(', ');
  return { backgroundImage: `linear-gradient(${towards(scale)}, ${list})` };
}

function wholeBar({ direction, length }: FillScale): CSSProperties {
  return direction === 'horizontal'
    ? { backgroundSize: `${length}px 100%`, backgroundPosition: 'left', backgroundRepeat: 'no-repeat' }
    : { backgroundSize: `100% ${length}px`, backgroundPosition: 'bottom', backgroundRepeat: 'no-repeat' };
}

function cells(scale: FillScale): CSSProperties {
  const mask = `repeating-linear-gradient(${towards(scale)}, #000 0 ${CELL}px, transparent ${CELL}px ${PITCH}px)`;
  return { maskImage: mask, WebkitMaskImage: mask };
}
