/** One dashboard, open. */
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useParams, useRoute } from 'wouter';
import { ErrorState, LinkButton, PageBody, ProgressBar, TopBar } from '../../../design';
import { ApiError } from '../../../kernel/api';
import { whenIdle } from '../../../kernel/idle';
import { useDashboardByUid } from '../api';
import { allPanels, type LayoutItem } from '../model/layout';
import { ViewedPanel, Grid } from '../parts/grid/Grid';
import { preloadStates } from '../parts/panel/PanelPlace';
import { fetchFirst, preloadPlugins } from '../../../plugins/panels';
import { DashboardBar } from '../parts/toolbar/DashboardBar';
import { DashboardProvider } from '../session/context';
import type { Overlay } from '../session/openPanels';
import { flushPanelMetrics } from '../session/panelMetrics';
import { hasDraft } from '../session/draftPlace';
import { useEditing } from '../session/useEditing';
import { useDashboardShortcuts } from '../session/useDashboardShortcuts';
import { useFocusOnPanel } from '../session/useFocusOnPanel';
import { useLayout } from '../session/useLayout';
import { useModel } from '../session/useModel';
import { useSession, type OpenedDashboard } from '../session/useSession';

const nothing = () => import('../parts/grid/EmptyDashboard');
const EmptyDashboard = lazy(() => nothing().then((m) => ({ default: m.EmptyDashboard })));
const MissingPanel = lazy(() => nothing().then((m) => ({ default: m.MissingPanel })));
const Overlays = lazy(() => import('../parts/Overlays').then((m) => ({ default: m.Overlays })));
const DraftBar = lazy(() => import('../edit/save/DraftBar').then((m) => ({ default: m.DraftBar })));
const EditDashboard = lazy(() =>
  import('../edit/EditDashboard').then((m) => ({ default: m.EditDashboard })),
);

export function DashboardPage(): ReactNode {
  const { uid = '' } = useParams<{ uid: string }>();
  const [isSolo] = useRoute('/d-solo/:uid/:slug?');
  const { data, error, refetch } = useDashboardByUid(uid);
  const opened = useModel(data);
  const model = opened?.model;
  const isOnePanel = isSolo || new URLSearchParams(window.location.search).has('viewPanel');
  // What is viewed later has its code by then.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useMemo(() => model && !isOnePanel && fetchFirst(model.panels), [model]);
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!opened) return <ProgressBar />;
  return <OpenDashboard key={uid} opened={opened} isSolo={isSolo} />;
}

function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }): ReactNode {
  const missing = error instanceof ApiError && error.status === 404;
  const title = missing ? 'Dashboard not found' : 'The dashboard could not be loaded';
  return (
    <>
      <TopBar title="Dashboard" crumbs={[{ label: 'Dashboards', href: '/dashboards' }]} />
      <PageBody>
        <ErrorState
          error={error}
          title={title}
          onRetry={missing ? undefined : onRetry}
          actions={<LinkButton href="/dashboards">All dashboards</LinkButton>}
        />
      </PageBody>
    </>
  );
}

export function OpenDashboard({
  opened,
  isSolo = false,
  isNew = false,
}: {
  opened: OpenedDashboard;
  isSolo?: boolean;
  /** It is not saved yet and has no view mode. */
  isNew?: boolean;
}): ReactNode {
  const [overlay, setOverlay] = useState<Overlay>();
  const [timeOpen, setTimeOpen] = useState(false);
  const { draft, models } = useEditing(opened, isNew);
  const session = useSession(opened, models, setOverlay);
  const { url, dashboard } = session;
  const { setUrl } = dashboard;
  const { model } = opened;
  const { items, onToggleRow, setAllRows } = useLayout(session);

  useEffect(() => whenIdle(preloadStates), []);
  useEffect(() => {
    addEventListener('pagehide', flushPanelMetrics);
    return () => {
      removeEventListener('pagehide', flushPanelMetrics);
      flushPanelMetrics();
    };
  }, []);
  useDashboardShortcuts({
    session,
    items,
    open: setOverlay,
    openTime: () => setTimeOpen(true),
    setAllRows,
    close: () => {
      const isOpen = overlay !== undefined || url.inspect !== undefined;
      setOverlay(undefined);
      if (url.inspect) setUrl({ inspect: undefined, inspectTab: undefined });
      return isOpen;
    },
  });

  const solo = isSolo ? new URLSearchParams(window.location.search).get('panelId') : undefined;
  const viewed = solo ?? url.viewPanel;
  const showsAll = viewed === undefined;
  useFocusOnPanel(viewed && findPanel(items, viewed)?.key);
  useEffect(() => {
    if (showsAll) void preloadPlugins(new Set(allPanels(model.panels).map((panel) => panel.type)));
  }, [model, showsAll]);
  if (solo !== undefined) {
    return (
      <DashboardProvider session={session}>
        <Viewed items={items} panelKey={solo ?? ''} bare />
      </DashboardProvider>
    );
  }
  if (draft)
    return (
      <DashboardProvider session={session}>
        <Suspense fallback={<ProgressBar />}>
          <EditDashboard draft={draft} items={items} onToggleRow={onToggleRow} isNew={isNew} />
        </Suspense>
        {(overlay || url.inspect) && (
          <Suspense>
            <Overlays overlay={overlay} items={items} onClose={() => setOverlay(undefined)} />
          </Suspense>
        )}
      </DashboardProvider>
    );
  if (isNew) return <ProgressBar />;
  return (
    <DashboardProvider session={session}>
      {!url.kiosk && <DashboardBar timeOpen={timeOpen} onTimeOpen={setTimeOpen} />}
      <Suspense>{!url.kiosk && hasDraft(dashboard.uid) && <DraftBar />}</Suspense>
      <PageBody>
        {viewed ? (
          <Viewed items={items} panelKey={viewed} />
        ) : (
          <Grid items={items} onToggleRow={onToggleRow} />
        )}
        <Suspense>{!viewed && items.length === 0 && <EmptyDashboard />}</Suspense>
      </PageBody>
      {(overlay || url.inspect) && (
        <Suspense>
          <Overlays overlay={overlay} items={items} onClose={() => setOverlay(undefined)} />
        </Suspense>
      )}
    </DashboardProvider>
  );
}

function Viewed({
  items,
  panelKey,
  bare,
}: {
  items: readonly LayoutItem[];
  panelKey: string;
  bare?: boolean;
}): ReactNode {
  const item = findPanel(items, panelKey);
  if (item) return <ViewedPanel item={item} bare={bare} />;
  return (
    <Suspense>
      <MissingPanel panelKey={panelKey} />
    </Suspense>
  );
}

/** By its key; the number alone, or `panel-<number>` of newer links, means its first copy. */
function findPanel(items: readonly LayoutItem[], key: string): LayoutItem | undefined {
  const panels = items.filter((item) => item.kind === 'panel');
  const id = key.replace(/^panel-/, '').split(/[:-]/)[0];
  return (
    panels.find((item) => item.key === key) ?? panels.find((item) => String(item.panel.id) === id)
  );
}
