/** One pane: its source and time, its queries, its results. */
import { lazy, Suspense, useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { BookMarked, LayoutDashboard, Plus, ScanSearch } from 'lucide-react';
import { Button, ProgressBar } from '../../../design';
import { can } from '../../../kernel/boot';
import { useSize } from '../../../plugins/useSize';
import { OpenQueryContext, type OpenQuery } from '../../../sdk/parts/OpenQuery';
import { panelChoices } from '../model/dashboardPanel';
import { madeQuery, nextRefId, sourceOfQuery, withQuery } from '../model/pane';
import { viewsOf, type Views } from '../model/views';
import {
  PaneProvider,
  PaneResultsProvider,
  usePaneResultsOf,
  type PaneSession,
} from '../session/paneContext';
import type { ExploreSession } from '../session/useExplore';
import { useLinked } from '../../../querying/useLinked';
import { usePaneSession } from '../session/usePaneSession';
import type { ZoneSettings } from '../session/useZone';
import { PaneBar } from './PaneBar';
import { QueryRow } from './QueryRow';
import { Results } from './Results';
import styles from './Explore.module.css';

const PaneInspector = lazy(() =>
  import('./PaneInspector').then((m) => ({ default: m.PaneInspector })),
);
const SaveQueryDialog = lazy(() =>
  import('./SaveQueryDialog').then((m) => ({ default: m.SaveQueryDialog })),
);
const AddToDashboard = lazy(() =>
  import('./AddToDashboard').then((m) => ({ default: m.AddToDashboard })),
);

export interface PaneViewProps {
  id: string;
  explore: ExploreSession;
  zone: ZoneSettings;
}

export function PaneView({ id, explore, zone }: PaneViewProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const session = usePaneSession(id, explore, zone, width);
  const results = usePaneResultsOf(session);
  const { pane, shown, sources, result } = session;
  const linked = useLinked(shown.frames, shown.request, sources);
  const views = useMemo(() => viewsOf(linked ?? []), [linked]);
  const { openBeside } = explore;
  const open = useCallback<OpenQuery>((link) => openBeside(id, link), [openBeside, id]);
  const place = Object.keys(explore.current).indexOf(id) + 1;

  return (
    <PaneProvider value={session}>
      <OpenQueryContext value={open}>
        <div
          ref={box}
          className={styles.pane}
          role="region"
          aria-label={`Pane ${place}`}
          data-pane={id}
        >
          {result.state === 'loading' && <ProgressBar />}
          <PaneBar session={session} explore={explore} zone={zone} />
          <div className={styles.rows}>
            {pane.queries.map((query, index) => (
              <QueryRow key={query.refId} query={query} index={index} />
            ))}
            <RowActions session={session} views={views} />
          </div>
          <PaneResultsProvider value={results}>
            <Results views={views} isLinked={linked !== undefined} />
          </PaneResultsProvider>
        </div>
      </OpenQueryContext>
    </PaneProvider>
  );
}

type Overlay = 'save' | 'dashboard' | 'inspect' | undefined;

function RowActions({ session, views }: { session: PaneSession; views: Views }): ReactNode {
  const { pane, folded } = session;
  const [overlay, setOverlay] = useState<Overlay>();
  const close = () => setOverlay(undefined);
  return (
    <div className={styles.rowActions}>
      <Button size="sm" icon={Plus} onClick={() => addQuery(session)}>
        Add query
      </Button>
      <Button size="sm" variant="ghost" icon={ScanSearch} onClick={() => setOverlay('inspect')}>
        Query inspector
      </Button>
      {can('dashboards:write') && (
        <>
          <Button size="sm" variant="ghost" icon={BookMarked} onClick={() => setOverlay('save')}>
            Save query
          </Button>
          <Button
            size="sm"
            variant="ghost"
            icon={LayoutDashboard}
            onClick={() => setOverlay('dashboard')}
          >
            Add to dashboard
          </Button>
        </>
      )}
      <Suspense>
        {overlay === 'inspect' && <PaneInspector session={session} onClose={close} />}
        {overlay === 'save' && <SaveQueryDialog pane={pane} onClose={close} />}
        {overlay === 'dashboard' && (
          <AddToDashboard session={session} choices={panelChoices(views, folded)} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}

function addQuery({ pane, sources, uis, change }: PaneSession): void {
  const last = pane.queries.at(-1);
  const source = last
    ? sourceOfQuery(pane, last, sources)
    : (sources.byKey.get(pane.datasource) ?? sources.fallback);
  if (!source) return;
  change(
    withQuery(
      pane,
      madeQuery(source, nextRefId(pane.queries), uis.of(source)?.defaultQuery('explore')),
    ),
  );
}
