/** Where the focus goes when one panel takes the whole page, and when the others come back. */
import { useEffect, useRef } from 'react';

/**
 * The panel keeps the focus that was on it, both ways; `viewed` is its key. What else is in focus
 * stays so.
 */
export function useFocusOnPanel(viewed: string | undefined): void {
  const before = useRef(viewed);
  useEffect(() => {
    if (viewed === before.current) return;
    const key = viewed ?? before.current ?? '';
    before.current = viewed;
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-panel="${CSS.escape(key)}"]`)?.focus();
  }, [viewed]);
}
