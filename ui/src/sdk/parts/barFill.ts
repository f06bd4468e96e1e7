/**
 * How a bar is painted in each of the three modes, as styles of one element for the lit part and
 * one for the rest.
 */
import type { CSSProperties } from 'react';
import type { Field } from '../../data';
import { colorStops, type Bounds } from './scale';

export type BarMode = 'basic' | 'gradient' | 'lcd';

export interface BarScale {
  field: Field;
  bounds: Bounds;
  direction: 'horizontal' | 'vertical';
  /** Length of the whole bar in pixels. */
  length: number;
  color: (stored: string) => string;
}

const CELL = 6;
const PITCH = 8;

/** The length a bar is drawn at: an LCD ends with a whole cell. */
export function barLength(length: number, mode: BarMode): number {
  return mode === 'lcd' ? cellCount(length) * PITCH - (PITCH - CELL) : length;
}

/**
 * Pixels of the bar that are lit: whole cells for the LCD, and never nothing for a value above the
 * minimum.
 */
export function barLitLength(share: number, length: number, mode: BarMode): number {
  if (share <= 0) return 0;
  if (mode !== 'lcd') return Math.max(2, share * length);
  return Math.max(1, Math.round(share * cellCount(length))) * PITCH;
}

function cellCount(length: number): number {
  return Math.max(1, Math.floor((length + PITCH - CELL) / PITCH));
}

export function barFill(mode: BarMode, color: string, scale: BarScale): CSSProperties {
  if (mode === 'basic') return { backgroundColor: color };
  const painted = { ...gradient(scale), ...wholeBar(scale) };
  return mode === 'lcd' ? { ...painted, ...cells(scale), borderRadius: 0 } : painted;
}

export function barRest(mode: BarMode, scale: BarScale): CSSProperties {
  const whole = { inset: 0 };
  if (mode !== 'lcd') return { ...whole, backgroundColor: 'var(--bg-active)' };
  return { ...whole, ...gradient(scale), ...cells(scale), opacity: 0.16, borderRadius: 0 };
}

function towards({ direction }: BarScale): string {
  return direction === 'horizontal' ? 'to right' : 'to top';
}

/**
 * The gradient spans the whole bar, however much of it is lit: a colour always means the same
 * value.
 */
function gradient(scale: BarScale): CSSProperties {
  const stops = colorStops(scale.field, scale.bounds, scale.color);
  const [only] = stops;
  if (only && stops.length === 1) return { backgroundColor: only.color };
  const list = stops.map(({ at, color }) => `${color} ${(at * 100).toFixed(1)}%`).join(', ');
  return { backgroundImage: `linear-gradient(${towards(scale)}, ${list})` };
}

function wholeBar({ direction, length }: BarScale): CSSProperties {
  return direction === 'horizontal'
    ? {
        backgroundSize: `${length}px 100%`,
        backgroundPosition: 'left',
        backgroundRepeat: 'no-repeat',
      }
    : {
        backgroundSize: `100% ${length}px`,
        backgroundPosition: 'bottom',
        backgroundRepeat: 'no-repeat',
      };
}

function cells(scale: BarScale): CSSProperties {
  const mask = `repeating-linear-gradient(${towards(scale)}, #000 0 ${CELL}px, transparent ${CELL}px ${PITCH}px)`;
  return { maskImage: mask, WebkitMaskImage: mask };
}
