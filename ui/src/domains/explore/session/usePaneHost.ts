/** What the results of a pane may ask of it. */
import { useMemo, useRef } from 'react';
import type { AdHocFilter } from '../../../data';
import { fillText } from '../../../querying/fill';
import { notify } from '../../../kernel/events';
import type { Crosshair, PanelHost } from '../../../sdk/panel';
import type { Sources } from '../../../querying/sources';
import type { RawRange } from '../../../timepicker/moves';
import { sourceOfQuery, type Pane } from '../model/pane';
import type { SourceUis } from './useSourceUis';

export interface HostInput {
  pane: Pane;
  sources: Sources;
  uis: SourceUis;
  crosshair: Crosshair;
  setRange: (range: RawRange) => void;
  run: (pane: Pane) => void;
}

export function usePaneHost(input: HostInput): Omit<PanelHost<object>, 'setOptions'> {
  const { pane, sources, uis, crosshair } = input;
  const mayFilter = canFilter(pane, sources, uis);
  // What is drawn stays as it is while a query is typed.
  const latest = useRef(input);
  latest.current = input;
  return useMemo(
    () => ({
      setTimeRange: ({ from, to }) =>
        latest.current.setRange({ from: String(Math.round(from)), to: String(Math.round(to)) }),
      setVariable: () => {},
      ...(mayFilter
        ? {
            addFilter: (key, operator, value, subject) => {
              const now = latest.current;
              const filter = { ...subject, key, operator, value };
              now.run(filtered(now.pane, now.sources, now.uis, filter));
            },
          }
        : {}),
      interpolate,
      resolveLinks: () => [],
      crosshair,
      notify: (message, kind) => void notify(message, kind),
    }),
    [mayFilter, crosshair],
  );
}

/** There are no variables here but those of a link. */
function interpolate(text: string, scope?: Record<string, string>, format?: string): string {
  return fillText(text, {}, format, scope);
}

function canFilter(pane: Pane, sources: Sources, uis: SourceUis): boolean {
  return pane.queries.some((query) => uis.of(sourceOfQuery(pane, query, sources))?.withFilter);
}

/** The filter goes into every query that can take one. */
export function filtered(pane: Pane, sources: Sources, uis: SourceUis, filter: AdHocFilter): Pane {
  const queries = pane.queries.map((query) => {
    const ui = uis.of(sourceOfQuery(pane, query, sources));
    return query.hide ? query : (ui?.withFilter?.(query, filter) ?? query);
  });
  return { ...pane, queries };
}
