/** Arrow keys inside a group of which one element is the tab stop. */
import type { KeyboardEvent } from 'react';

/**
 * Moves the focus among the elements that match `selector` inside the group and returns the one
 * reached; undefined for other keys. Left and right are one element, up and down `columns`.
 */
export function moveFocus(
  event: KeyboardEvent<HTMLElement>,
  selector: string,
  columns = 1,
): HTMLElement | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
  const next = step
    ? all[(at + step + all.length) % all.length]
    : { Home: all[0], End: all.at(-1) }[event.key];
  if (!next) return undefined;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
  return next;
}
