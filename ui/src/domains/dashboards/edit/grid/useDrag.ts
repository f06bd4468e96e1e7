/** Dragging of panels, rows and edges with the pointer. Touch scrolls the page instead. */
import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import type { LayoutItem } from '../../model/layout';
import { findBlock, sectionBottom } from '../model/arrange/arrangement';
import { rowIndex } from '../model/arrange/order';
import { draggedRect, type Edge } from '../model/arrange/steps';
import { autoScroll } from './autoScroll';
import { cellKey, LINE, unitWidth, zoneAt, zonesOf } from './places';
import type { ArrangingControls, Landing } from './useArranging';

const STARTS_AFTER_PX = 4;
const OPENS_AFTER_MS = 600;

export interface DragInput {
  grid: RefObject<HTMLElement | null>;
  items: readonly LayoutItem[];
  controls: ArrangingControls;
  onOpenRow: (key: string) => void;
}

interface Pointer {
  clientX: number;
  clientY: number;
  altKey: boolean;
  shiftKey: boolean;
}

export function useDrag(input: DragInput) {
  const latest = useRef(input);
  latest.current = input;
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  /** Follows the pointer until it is released; `land` says where things would be. */
  const follow = (
    event: PointerEvent,
    ids: readonly number[],
    land: (pointer: Pointer) => Landing | undefined,
    after: () => void = () => undefined,
  ) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const { clientX, clientY, pointerId } = event;
    let pointer: Pointer = event;
    let isDragging = false;
    let shown = '';
    const update = () => {
      const landing = land(pointer);
      const key = JSON.stringify(landing);
      if (!landing || key === shown) return;
      shown = key;
      latest.current.controls.show(landing);
    };
    const scroll = autoScroll(() => pointer.clientY, update);
    const end = () => {
      scroll.stop();
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', onCancel);
      removeEventListener('keydown', onKey, true);
      removeEventListener('keyup', onKey, true);
      stop.current = undefined;
      after();
    };
    const onMove = (move: globalThis.PointerEvent) => {
      if (move.pointerId !== pointerId) return;
      pointer = move;
      const far = Math.hypot(move.clientX - clientX, move.clientY - clientY);
      if (!isDragging && far < STARTS_AFTER_PX) return;
      if (!isDragging) {
        isDragging = true;
        getSelection()?.removeAllRanges();
        latest.current.controls.begin(ids, false);
        scroll.start();
      }
      update();
    };
    const onUp = () => {
      end();
      if (!isDragging) return;
      swallowClick();
      latest.current.controls.drop();
    };
    const onCancel = () => {
      end();
      latest.current.controls.cancel();
    };
    const onKey = (key: KeyboardEvent) => {
      if (key.key === 'Escape' && isDragging && key.type === 'keydown') {
        key.preventDefault();
        key.stopPropagation();
        onCancel();
      } else if (key.key === 'Alt' || key.key === 'Shift') {
        pointer = {
          clientX: pointer.clientX,
          clientY: pointer.clientY,
          altKey: key.altKey,
          shiftKey: key.shiftKey,
        };
        if (isDragging) update();
      }
    };
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', onCancel);
    addEventListener('keydown', onKey, true);
    addEventListener('keyup', onKey, true);
    stop.current = onCancel;
  };

  /** `ids` starts with the panel that the pointer holds. */
  const dragPanels = (event: PointerEvent, item: LayoutItem, ids: readonly number[]) => {
    const { grid } = latest.current;
    const box = grid.current?.getBoundingClientRect();
    if (!grid.current || !box) return;
    const unit = unitWidth(grid.current);
    const held = {
      x: event.clientX - box.left - item.x * unit,
      y: event.clientY - box.top - item.y * LINE,
    };
    const cells = cellsOf(grid.current, latest.current.items, ids);
    let hovered: { key: string; timer: ReturnType<typeof setTimeout> } | undefined;
    const hover = (key: string | undefined) => {
      if (hovered?.key === key) return;
      clearTimeout(hovered?.timer);
      hovered = key
        ? { key, timer: setTimeout(() => latest.current.onOpenRow(key), OPENS_AFTER_MS) }
        : undefined;
    };
    const land = (pointer: Pointer): Landing | undefined => {
      const now = grid.current?.getBoundingClientRect();
      const base = latest.current.controls.base();
      if (!now || !base) return undefined;
      const start = latest.current.items.find((other) => cellKey(other) === cellKey(item)) ?? item;
      let left = pointer.clientX - now.left - held.x;
      let top = pointer.clientY - now.top - held.y;
      if (pointer.shiftKey) {
        const isAcross =
          Math.abs(left - start.x * unit) / unit >= Math.abs(top - start.y * LINE) / LINE;
        if (isAcross) top = start.y * LINE;
        else left = start.x * unit;
      }
      const dx = left - start.x * unit;
      const dy = top - start.y * LINE;
      const moves = pointer.altKey ? '' : `translate(${dx}px, ${dy}px)`;
      for (const cell of cells) cell.style.transform = moves;
      const line = pointer.shiftKey ? top / LINE : (pointer.clientY - now.top) / LINE;
      const zone = zoneAt(zonesOf(latest.current.items, base), line);
      if (!zone) return undefined;
      hover(zone.row?.collapsed ? zone.row.key : undefined);
      const y = zone.row?.collapsed
        ? sectionBottom(base.sections[zone.section])
        : Math.max(0, Math.round(top / LINE - zone.top));
      const spot = { section: zone.section, x: Math.round(left / unit), y };
      return { kind: 'move', spot, copies: pointer.altKey || undefined };
    };
    follow(event, ids, land, () => {
      hover(undefined);
      for (const cell of cells) cell.style.transform = '';
    });
  };

  const dragEdge = (event: PointerEvent, item: LayoutItem, edge: Edge) => {
    const { grid } = latest.current;
    if (!grid.current) return;
    const unit = unitWidth(grid.current);
    const startTop = grid.current.getBoundingClientRect().top;
    const { clientX, clientY } = event;
    follow(event, [item.panel.id], (pointer) => {
      const base = latest.current.controls.base();
      const found = base && findBlock(base, item.panel.id);
      const top = grid.current?.getBoundingClientRect().top ?? startTop;
      if (!base || !found) return undefined;
      const dx = (pointer.clientX - clientX) / unit;
      const dy = (pointer.clientY - clientY - (top - startTop)) / LINE;
      return { kind: 'resize', rect: draggedRect(base, found, edge, { dx, dy }) };
    });
  };

  const dragRow = (event: PointerEvent, item: LayoutItem) => {
    const { grid } = latest.current;
    follow(event, [item.panel.id], (pointer) => {
      const base = latest.current.controls.base();
      const box = grid.current?.getBoundingClientRect();
      if (!base || !box) return undefined;
      const line = (pointer.clientY - box.top) / LINE;
      const zone = zoneAt(zonesOf(latest.current.items, base), line);
      return { kind: 'row', to: Math.max(1, zone?.section ?? rowIndex(base, item.panel.id)) };
    });
  };

  return { dragPanels, dragEdge, dragRow };
}

function cellsOf(
  grid: HTMLElement,
  items: readonly LayoutItem[],
  ids: readonly number[],
): HTMLElement[] {
  return items.flatMap((item) => {
    if (item.kind !== 'panel' || !ids.includes(item.panel.id)) return [];
    const cell = grid.querySelector<HTMLElement>(`[data-cell="${CSS.escape(cellKey(item))}"]`);
    return cell ? [cell] : [];
  });
}

/** The click that follows a drag is none. */
function swallowClick(): void {
  const stop = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', stop, { capture: true }), 0);
}
