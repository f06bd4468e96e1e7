/** Where a link to a query opens: beside what one looks at, where the page can do that. */
import { createContext, useContext, type MouseEvent } from 'react';
import type { InternalLink, ResolvedLink } from '../../data';

export type OpenQuery = (link: InternalLink) => void;

/** Without one around, links to queries are followed like any other. */
export const OpenQueryContext = createContext<OpenQuery | null>(null);

/**
 * A click handler for an anchor of `link`; clicks that ask for a new tab or window are left to the
 * browser.
 */
export function useOpenQuery(link: ResolvedLink): ((event: MouseEvent) => void) | undefined {
  const open = useContext(OpenQueryContext);
  const { internal } = link;
  if (!open || !internal || link.newTab) return undefined;
  return (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(internal);
  };
}
