/** One panel of the grid: its frame, its query, and whatever state it is in. */
import { memo, useId, useMemo, useRef, type ReactNode } from 'react';
import { isRelative, safeUrl, type ResolvedLink } from '../../../../data';
import { ProgressBar } from '../../../../design';
import type { PanelAnnotation } from '../../../../sdk/panel';
import { fillText } from '../../../../querying/fill';
import type { LayoutItem } from '../../model/layout';
import { annotationsFor } from '../../session/useAnnotations';
import { useDashboard, useDashboardAnnotations, useDashboardTime } from '../../session/context';
import type { InspectTab } from '../../session/openPanels';
import { useAlertMark } from '../../session/useAlertMark';
import { usePanelFrames, type PanelFrames } from '../../session/usePanelFrames';
import { usePanelQuery, type PanelQuery } from '../../session/usePanelQuery';
import { usePanelScope, type PanelScope } from '../../session/usePanelScope';
import { useShared } from '../../session/useShared';
import { pageUrl } from '../../../../kernel/api';
import { useSize } from '../../../../plugins/useSize';
import { useIsNear } from '../../session/useVisible';
import { PanelBoundary } from '../../../../plugins/PanelBoundary';
import { PanelHeader } from './PanelHeader';
import {
  BrokenState,
  LibraryState,
  NoDataState,
  NoQueryState,
  NoSourceState,
  PanelSkeleton,
  PlannedState,
  ProblemState,
  UnknownTypeState,
  State,
} from './PanelPlace';
import { PanelView } from './PanelView';
import { usePlugin, type PluginState } from '../../../../plugins/panels';
import styles from './Panel.module.css';

export interface PanelCardProps {
  item: LayoutItem;
  isViewed?: boolean;
  /** No frame and no menu: a panel embedded in another site. */
  bare?: boolean;
  /** -1 where something around it takes the focus. */
  tabIndex?: 0 | -1;
}

/** Picks what concerns the panel, so that changes of anything else do not render it again. */
export const PanelCard = memo(function PanelCard(props: PanelCardProps): ReactNode {
  const { panel } = props.item;
  const scope = usePanelScope(props.item);
  const layers = useDashboardAnnotations();
  const annotations = useShared(
    useMemo(() => annotationsFor(layers, panel.id), [layers, panel.id]),
  );
  return <PanelBody {...props} scope={scope} annotations={annotations} />;
});

interface PanelBodyProps extends PanelCardProps {
  scope: PanelScope;
  annotations: PanelAnnotation[];
}

const PanelBody = memo(function PanelBody({
  item,
  isViewed = false,
  bare = false,
  tabIndex = 0,
  scope,
  annotations,
}: PanelBodyProps): ReactNode {
  const { panel, key } = item;
  const { values, currentValues } = scope;
  const dashboard = useDashboard();
  const { sources, setUrl } = dashboard;
  const { range, timeZone } = useDashboardTime();
  const titleId = useId();
  const element = useRef<HTMLElement>(null);
  const { width } = useSize(element);
  const isNear = useIsNear(element);
  const query = usePanelQuery({ key, panel, scope, element, width, isNear });
  const { result, origin } = query;
  const shaped = usePanelFrames(panel, { result, origin, currentValues }, { timeZone, sources });
  const plugin = usePlugin(isNear || query.result.receivedAt ? panel.type : '');
  const title = fillText(panel.title ?? '', values, 'text');
  const links = usePanelLinks(panel.links, values);
  const startedAt = useStart(isNear);
  const alerts = useAlertMark(dashboard.uid, panel.id, result.receivedAt !== undefined);

  const onInspect = (tab: InspectTab) => setUrl({ inspect: key, inspectTab: tab });
  const items = async () => {
    const { panelItems } = await import('./panelItems');
    const asks = query.plan.kind === 'query';
    return panelItems({ dashboard, item, title, frames: shaped.frames, asks, isViewed });
  };
  const isLoading = result.state === 'loading' || (isNear && query.waitsFor.length > 0);
  const showsOldData =
    (isLoading || result.state === 'error') && isOld(result.receivedAt) && isRelative(range.raw.to);
  const className = [
    styles.panel,
    panel.transparent && styles.transparent,
    item.h <= 4 && styles.compact,
    !title && styles.untitled,
  ];

  return (
    <section
      ref={element}
      className={className.filter(Boolean).join(' ')}
      aria-labelledby={title ? titleId : undefined}
      aria-label={title ? undefined : `Panel ${panel.id}`}
      aria-busy={isLoading}
      tabIndex={tabIndex}
      data-panel={key}
      data-panel-id={panel.id}
      data-panel-type={panel.type}
    >
      {isLoading && <ProgressBar />}
      {(title || !bare) && (
        <PanelHeader
          bare={bare}
          titleId={titleId}
          title={title}
          description={panel.description ? fillText(panel.description, values, 'text') : undefined}
          links={links}
          timeNote={query.timeNote}
          problems={result.frames.length > 0 ? result.problems : []}
          notices={shaped.notices}
          alerts={alerts}
          staleSince={showsOldData ? result.receivedAt : undefined}
          isViewed={isViewed}
          onView={() => setUrl({ viewPanel: isViewed ? undefined : key })}
          items={items}
        />
      )}
      <div className={styles.body}>
        <PanelBoundary
          resetKey={shaped.frames}
          renderFailure={(message) => (
            <State state="error">
              <BrokenState message={message} onRetry={query.retry} />
            </State>
          )}
        >
          <PanelContent
            item={item}
            title={title}
            plugin={plugin}
            query={query}
            shaped={shaped}
            currentValues={currentValues}
            isNear={isNear}
            annotations={annotations}
            startedAt={startedAt}
            onInspect={onInspect}
          />
        </PanelBoundary>
      </div>
    </section>
  );
});

interface ContentProps {
  item: LayoutItem;
  title: string;
  plugin: PluginState;
  query: PanelQuery;
  shaped: PanelFrames;
  currentValues: PanelScope['currentValues'];
  isNear: boolean;
  annotations: PanelAnnotation[];
  startedAt: number;
  onInspect: (tab: InspectTab) => void;
}

function PanelContent({
  item,
  title,
  plugin,
  query,
  shaped,
  currentValues,
  isNear,
  annotations,
  startedAt,
  onInspect,
}: ContentProps): ReactNode {
  const { panel } = item;
  const { result, plan } = query;
  const { sources } = useDashboard();
  if (panel.libraryPanel && !panel.type)
    return (
      <State state="unsupported">
        <LibraryState name={panel.libraryPanel.name} />
      </State>
    );
  if (!isNear && !result.receivedAt && plugin.state === 'unknown') return <PanelSkeleton />;
  if (plugin.state === 'planned')
    return (
      <State state="unsupported">
        <PlannedState type={panel.type} />
      </State>
    );
  if (plugin.state === 'unknown')
    return (
      <State state="unsupported">
        <UnknownTypeState type={panel.type} />
      </State>
    );
  if (plugin.state === 'failed')
    return (
      <State state="error">
        <BrokenState message={plugin.message} />
      </State>
    );

  const needsData = plugin.state === 'loading' || plugin.plugin.needsData !== false;
  if (needsData) {
    if (plan.kind === 'missing' && sources.list.length === 0)
      return (
        <State state="empty">
          <NoSourceState />
        </State>
      );
    if (plan.kind === 'missing') {
      const problem = {
        kind: 'missing' as const,
        message: `Data source "${plan.source}" was not found.`,
        source: plan.source,
      };
      return (
        <State state="error">
          <ProblemState problem={problem} panelTitle={title} onRetry={query.retry} />
        </State>
      );
    }
    if (plan.kind !== 'query' && plugin.state === 'loading') return <PanelSkeleton />;
    if (plan.kind !== 'query')
      return (
        <State state="empty">
          <NoQueryState />
        </State>
      );
    const [problem] = result.problems;
    if (problem && result.frames.length === 0) {
      return (
        <State state="error">
          <ProblemState problem={problem} panelTitle={title} onRetry={query.retry} />
        </State>
      );
    }
    if (result.receivedAt === undefined || shaped.waiting) return <PanelSkeleton />;
    if (isEmpty(shaped)) {
      const noValue = panel.fieldConfig?.defaults.noValue;
      return (
        <State state="empty">
          <NoDataState
            text={noValue}
            durationMs={result.durationMs}
            onInspect={() => onInspect('query')}
          />
        </State>
      );
    }
  }
  if (plugin.state === 'loading') return <PanelSkeleton />;
  return (
    <PanelView
      panelKey={item.key}
      title={title}
      panel={panel}
      plugin={plugin.plugin}
      result={result}
      frames={shaped.frames}
      currentValues={currentValues}
      annotations={annotations}
      startedAt={startedAt}
    />
  );
}

function isEmpty({ frames }: PanelFrames): boolean {
  return frames.every((frame) => frame.length === 0 || frame.fields.length === 0);
}

/** Data a refresh away is not called stale; what was left from minutes ago is. */
function isOld(receivedAt: number | undefined): boolean {
  return receivedAt !== undefined && Date.now() - receivedAt > 60_000;
}

function useStart(isNear: boolean): number {
  const start = useRef(0);
  if (isNear && start.current === 0) start.current = performance.now();
  return start.current;
}

function usePanelLinks(links: unknown, values: PanelScope['values']): ResolvedLink[] {
  return useMemo(() => {
    if (!Array.isArray(links)) return [];
    return (links as { title?: string; url?: string; targetBlank?: boolean }[]).flatMap(
      ({ title = '', url = '', targetBlank }) => {
        const href = safeUrl(fillText(url, values, 'uriencode'));
        return href
          ? [
              {
                title: fillText(title, values, 'text') || href,
                href: pageUrl(href),
                newTab: Boolean(targetBlank),
              },
            ]
          : [];
      },
    );
  }, [links, values]);
}
