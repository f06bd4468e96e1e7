import { cloneElement, type ReactElement, type ReactNode } from 'react';

/**
 * Gives its child a tooltip, which the page's `TooltipLayer` shows; icon buttons have theirs
 * already.
 */
export function Tooltip({ text, children }: { text: string; children: ReactElement }): ReactNode {
  return cloneElement(children as ReactElement<Record<string, unknown>>, {
    'data-tip': text,
    'aria-description': text,
  });
}
