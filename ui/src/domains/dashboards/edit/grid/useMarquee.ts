/** Selecting panels by a rectangle that is drawn on the empty ground of the grid. */
import { useState, type CSSProperties, type PointerEvent, type RefObject } from 'react';
import type { LayoutItem } from '../../model/layout';
import { overlaps } from '../model/arrange/arrangement';
import { LINE, unitWidth } from './places';
import { idsOf, type GridSelection } from './useSelection';

export function useMarquee(
  grid: RefObject<HTMLElement | null>,
  items: readonly LayoutItem[],
  selection: GridSelection,
) {
  const [rect, setRect] = useState<CSSProperties>();

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const element = grid.current;
    if (!element || event.target !== element || event.button !== 0) return;
    const isAdding = event.shiftKey || event.ctrlKey || event.metaKey;
    const before = isAdding ? selection.ids : [];
    selection.set(before);
    if (event.pointerType === 'touch') return;
    event.preventDefault();
    const origin = element.getBoundingClientRect();
    const from = { x: event.clientX - origin.left, y: event.clientY - origin.top };
    const onMove = (move: globalThis.PointerEvent) => {
      const box = element.getBoundingClientRect();
      const to = { x: move.clientX - box.left, y: move.clientY - box.top };
      const left = Math.min(from.x, to.x);
      const top = Math.min(from.y, to.y);
      const width = Math.abs(to.x - from.x);
      const height = Math.abs(to.y - from.y);
      setRect({ left, top, width, height });
      const unit = unitWidth(element);
      const area = { x: left / unit, y: top / LINE, w: width / unit, h: height / LINE };
      const inside = idsOf(items.filter((item) => overlaps(area, item)));
      selection.set([...new Set([...before, ...inside])]);
    };
    const end = () => {
      setRect(undefined);
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  };
  return { rect, onPointerDown };
}
