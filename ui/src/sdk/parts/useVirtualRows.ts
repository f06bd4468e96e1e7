import {
  measureElement,
  observeElementRect,
  useVirtualizer,
  type Rect,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { useCallback, type RefObject } from 'react';

export type VirtualRows = Virtualizer<HTMLDivElement, Element>;

interface Options {
  count: number;
  /** Height of a row, or the best guess where rows measure themselves. */
  rowHeight: number;
  scroller: RefObject<HTMLDivElement | null>;
  /** Height of the scrolling area: used until it was measured, and while the panel is hidden. */
  height: number;
  keyOf?: (index: number) => string | number;
}

/**
 * The rows of a long list that are in view. Only those are in the document, however many there are.
 */
export function useVirtualRows({
  count,
  rowHeight,
  scroller,
  height,
  keyOf,
}: Options): VirtualRows {
  const observe = useCallback(
    (rows: VirtualRows, report: (rect: Rect) => void) =>
      observeElementRect(rows, (rect) =>
        report(rect.height > 0 ? rect : { width: rect.width, height }),
      ),
    [height],
  );
  return useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    initialRect: { width: 0, height },
    observeElementRect: observe,
    // A row in a hidden panel has no height; taken at its word, all rows would be drawn.
    measureElement: (row, entry, rows) => measureElement(row, entry, rows) || rowHeight,
    getItemKey: keyOf,
    overscan: 6,
  });
}
