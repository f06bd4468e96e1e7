/** Annotations of the dashboard: looked up once for all panels, each query on or off. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTheme } from '../../../design';
import { request } from '../../../kernel/api';
import { can } from '../../../kernel/boot';
import { calculateInterval, type AnnotationQuery, type TimeRange } from '../../../data';
import type { PanelAnnotation } from '../../../sdk/panel';
import type { AlertEvent } from '../model/alertAnnotations';
import { annotationTarget, DEFAULT_STEP } from '../model/annotationTarget';
import { storedAnnotations, type StoredEvent } from '../model/storedAnnotations';
import { firstPanelDrawn } from '../../../plugins/panels';
import { fillObject, fillText, type VariableValues } from '../../../querying/fill';
import { useShared } from './useShared';
import { readResponse, type QueryResponse } from '../../../querying/response';
import {
  BUILT_IN as BUILT_IN_SOURCE,
  resolveSource,
  type SourceInfo,
  type Sources,
} from '../../../querying/sources';

export interface AnnotationLayer {
  query: AnnotationQuery;
  isOn: boolean;
  setOn: (isOn: boolean) => void;
  events: readonly Event[];
  error?: string;
}

interface Input {
  dashboardUid: string;
  stored: readonly AnnotationQuery[];
  range: TimeRange;
  tick: number;
  values: VariableValues;
  /** False while variables are still being looked up. */
  isReady: boolean;
  sources: Sources;
}

/** Those of alerts belong to one panel. */
type Event = PanelAnnotation & { panelId?: number };

interface Found {
  events: readonly Event[];
  error?: string;
}

export function useAnnotations({
  dashboardUid,
  stored,
  range,
  tick,
  values,
  isReady,
  sources,
}: Input): readonly AnnotationLayer[] {
  const queries = useShared(
    useMemo(
      () => withBuiltIn(stored).filter((query) => isQuery(query, sources, values)),
      [stored, sources, values],
    ),
  );
  const [switched, setSwitched] = useState<Readonly<Record<string, boolean>>>({});
  const [found, setFound] = useState<Readonly<Record<string, Found>>>({});
  const theme = useTheme();
  const color = useRef(theme.color);
  color.current = theme.color;

  const wanted = queries.filter((query) => switched[query.name] ?? query.enable !== false);
  const signature = JSON.stringify([
    isReady,
    range.from,
    range.to,
    tick,
    dashboardUid,
    wanted.map((query) => fillObject(query, values)),
  ]);

  useEffect(() => {
    if (!isReady || wanted.length === 0) return;
    const controller = new AbortController();
    for (const query of wanted) {
      const context = { range, values, sources, signal: controller.signal, color: color.current };
      const looked = query.builtIn
        ? lookUpAlerts(dashboardUid, context)
        : lookUp(query, dashboardUid, context);
      looked
        .then((events): Found => ({ events }))
        .catch((error: unknown): Found => ({
          events: [],
          error: error instanceof Error ? error.message : String(error),
        }))
        .then((answer) => {
          if (!controller.signal.aborted)
            setFound((before) => ({ ...before, [query.name]: answer }));
        });
    }
    return () => controller.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the signature stands for all of it
  }, [signature]);

  return useMemo(
    () =>
      queries.map((query) => {
        const isOn = switched[query.name] ?? query.enable !== false;
        return {
          query,
          isOn,
          setOn: (on: boolean) => setSwitched((before) => ({ ...before, [query.name]: on })),
          events: isOn ? (found[query.name]?.events ?? []) : [],
          error: isOn ? found[query.name]?.error : undefined,
        };
      }),
    [queries, switched, found],
  );
}

/** What one panel shows: every layer that is on and not limited to other panels. */
export function annotationsFor(
  layers: readonly AnnotationLayer[],
  panelId: number,
): PanelAnnotation[] {
  return layers.flatMap(({ query, events }) => {
    const ids = query.filter?.ids ?? [];
    const isListed = ids.includes(panelId);
    const isShown = ids.length === 0 || (query.filter?.exclude ? !isListed : isListed);
    return isShown ? events.filter((event) => !event.panelId || event.panelId === panelId) : [];
  });
}

const MOST_ALERTS = 500;
const BUILT_IN: AnnotationQuery = {
  name: 'Annotations & Alerts',
  builtIn: 1,
  enable: true,
  hide: true,
};

/** Every dashboard has the built-in entry, stored or not. */
function withBuiltIn(list: readonly AnnotationQuery[]): readonly AnnotationQuery[] {
  return list.some(({ builtIn }) => builtIn) ? list : [BUILT_IN, ...list];
}

/**
 * The built-in entry shows what alerts did; others ask a data source, or the server's own store.
 */
function isQuery(query: AnnotationQuery, sources: Sources, values: VariableValues): boolean {
  if (query.builtIn) return can('alerting:read');
  const resolved = resolveSource(query.datasource, sources, (text) => fillText(text, values));
  if (resolved.kind !== 'source') return false;
  return resolved.source.uid !== BUILT_IN_SOURCE.uid || can('alerting:read');
}

interface Context {
  range: TimeRange;
  values: VariableValues;
  sources: Sources;
  signal: AbortSignal;
  color: (name: string) => string;
}

async function lookUpAlerts(
  dashboardUid: string,
  { range, signal, color }: Context,
): Promise<Event[]> {
  if (!dashboardUid) return [];
  const query = {
    type: 'alert',
    dashboardUID: dashboardUid,
    from: Math.round(range.from),
    to: Math.round(range.to),
    limit: MOST_ALERTS,
  };
  const events = await request<AlertEvent[]>('GET', '/api/annotations', { query, signal });
  if (events.length === 0) return [];
  const { annotationsOf } = await import('../model/alertAnnotations');
  return annotationsOf(events, range.from, range.to, color);
}

async function lookUpStored(
  query: AnnotationQuery,
  dashboardUid: string,
  context: Context,
): Promise<Event[]> {
  const { range, values, signal, color } = context;
  const asked = storedAnnotations(query, dashboardUid, range, values);
  if (!asked) return [];
  const events = await request<StoredEvent[]>('GET', '/api/annotations', {
    query: { ...asked },
    signal,
  });
  const drawn = color(query.iconColor || 'blue');
  return events.map(({ time, timeEnd, text, tags, alertName, panelId }) => ({
    time,
    timeEnd: timeEnd === time ? undefined : timeEnd,
    title: alertName || query.name,
    text,
    tags: [...(tags ?? [])],
    color: drawn,
    panelId: asked.dashboardUID ? (panelId ?? undefined) : undefined,
  }));
}

async function lookUp(
  query: AnnotationQuery,
  dashboardUid: string,
  context: Context,
): Promise<Event[]> {
  const { range, values, sources, signal, color } = context;
  const resolved = resolveSource(query.datasource, sources, (text) => fillText(text, values));
  if (resolved.kind !== 'source') return [];
  if (resolved.source.uid === BUILT_IN_SOURCE.uid)
    return lookUpStored(query, dashboardUid, context);
  const body = {
    from: String(range.from),
    to: String(range.to),
    queries: [toQuery(query, resolved.source, range, values)],
  };
  const response = await request<QueryResponse>('POST', '/api/ds/query', { body, signal });
  const { frames, problems } = readResponse(response, ['Anno'], () => resolved.source.name);
  if (problems[0]) throw new Error(problems[0].message);
  await firstPanelDrawn();
  const { annotationsFrom } = await import('../model/annotations');
  return annotationsFrom(query, frames, color(query.iconColor || 'blue'));
}

function toQuery(
  query: AnnotationQuery,
  source: SourceInfo,
  range: TimeRange,
  values: VariableValues,
): Record<string, unknown> {
  const target = annotationTarget(query);
  const { intervalMs } = calculateInterval(range, 1000, DEFAULT_STEP);
  const expr =
    typeof target.expr === 'string' ? { expr: fillText(target.expr, values, 'promql') } : {};
  const datasource = { type: source.type, uid: source.uid };
  return {
    ...fillObject({ ...target, expr: undefined }, values),
    ...expr,
    datasource,
    intervalMs,
    maxDataPoints: 1000,
  };
}
