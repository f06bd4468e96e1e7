/** Runs a panel's query whenever it is near the screen and what it asks for has changed. */
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { PanelModel } from '../../../data';
import { request as send } from '../../../kernel/api';
import { fillText, namesIn } from '../../../querying/fill';
import {
  problemOf,
  readResponse,
  responseOf,
  type QueryResponse,
} from '../../../querying/response';
import { buildPanelRequest, type PanelRequest, type QueryRequest } from '../../../querying/targets';
import { panelTime } from '../model/timeOverride';
import { useDashboard, useDashboardTime, type Dashboard, type DashboardTime } from './context';
import { useResult, type PanelResult } from './results';
import type { PanelScope } from './usePanelScope';
import { distanceFromView } from './useVisible';

/** A panel that grew by this much asks for more points; smaller changes do not query again. */
const GROWTH = 1.3;

export interface PanelQueryInput {
  key: string;
  panel: PanelModel;
  scope: PanelScope;
  element: RefObject<HTMLElement | null>;
  width: number;
  isNear: boolean;
}

export interface PanelQuery {
  result: PanelResult;
  plan: PanelRequest;
  /** The panel whose query and, perhaps, transformations are used (`-- Dashboard --`). */
  origin?: { panel: PanelModel; withTransforms: boolean };
  timeNote?: string;
  /** Variables the panel waits for. */
  waitsFor: readonly string[];
  retry: () => void;
}

export function usePanelQuery(input: PanelQueryInput): PanelQuery {
  const { key, panel, scope, element, isNear } = input;
  const dashboard = useDashboard();
  const time = useDashboardTime();
  const { uid, results, queue } = dashboard;
  const { tick, tickByHand } = time;
  const [retries, setRetries] = useState(0);
  const width = useQueryWidth(input.width);

  const { plan, origin, timeNote } = useMemo(
    () => planOf(panel, width, { dashboard, time, scope }),
    [panel, width, dashboard, time, scope],
  );
  const waitsFor = useMemo(
    () => waitingNames(origin?.panel ?? panel, scope.pending),
    [origin, panel, scope.pending],
  );
  const request =
    plan.kind === 'query' && waitsFor.length === 0 && width > 0 ? plan.request : undefined;
  const signature = request && JSON.stringify(request.body);
  const wanted = signature && `${tick}:${retries}:${signature}`;
  const running = useRef<{ wanted: string; controller: AbortController }>(undefined);
  const asked = useRef({ tick: 0, retries: 0 });

  useEffect(() => {
    if (running.current && running.current.wanted !== wanted) running.current.controller.abort();
    if (!request || !wanted || !isNear || running.current?.wanted === wanted) return;
    if (results.get(key).answers === wanted) return;
    const controller = new AbortController();
    running.current = { wanted, controller };
    const isFresh =
      (tick === tickByHand && tick !== asked.current.tick) || retries !== asked.current.retries;
    asked.current = { tick, retries };
    void runQuery({
      key,
      wanted,
      request,
      dashboard: { results, queue, uid },
      panelId: panel.id,
      element,
      controller,
      isFresh,
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `wanted` stands for the whole request
  }, [wanted, isNear, key]);

  useEffect(
    () => () => {
      running.current?.controller.abort();
      running.current = undefined;
    },
    [key],
  );

  const retry = useCallback(() => setRetries((count) => count + 1), []);
  return { result: useResult(results, key), plan, origin, timeNote, waitsFor, retry };
}

/** What a request is made of besides its panel. */
interface PlanContext {
  dashboard: Pick<Dashboard, 'sources'>;
  time: Pick<DashboardTime, 'range' | 'timeZone' | 'timeOptions'>;
  scope: Pick<PanelScope, 'origins' | 'values' | 'filtersFor'>;
}

/** What a panel requests, and whose query it is. */
export function planOf(panel: PanelModel, width: number, context: PlanContext) {
  const own = requestOf(panel, width, context);
  if (own.plan.kind !== 'reuse') return { ...own, origin: undefined };
  const { panelId, withTransforms } = own.plan;
  const source = context.scope.origins.find((candidate) => candidate.id === panelId);
  if (!source || source === panel) return { ...own, origin: undefined };
  return {
    ...requestOf(source, width, context),
    origin: { panel: source, withTransforms },
  };
}

function requestOf(panel: PanelModel, width: number, { dashboard, time, scope }: PlanContext) {
  const { values, filtersFor } = scope;
  const fill = (text: string) => fillText(text, values);
  const { range, note } = panelTime(panel, time.range, fill, time.timeOptions);
  const plan = buildPanelRequest(panel, {
    range,
    timeZone: time.timeZone,
    maxDataPoints: width,
    sources: dashboard.sources,
    values,
    filtersFor,
  });
  return { plan, timeNote: note };
}

interface Run {
  key: string;
  wanted: string;
  request: QueryRequest;
  dashboard: Pick<Dashboard, 'results' | 'queue' | 'uid'>;
  panelId: number;
  element: RefObject<HTMLElement | null>;
  controller: AbortController;
  /** A person asked for what the source says now. */
  isFresh: boolean;
}

async function runQuery(run: Run): Promise<void> {
  const { key, wanted, request, dashboard, panelId, element, controller, isFresh } = run;
  const { results, queue, uid } = dashboard;
  const { signal } = controller;
  const before = results.get(key);
  const sameQuery = queriesOf(before.request) === queriesOf(request);
  results.set(key, { ...before, state: 'loading', answers: undefined });
  let startedAt = performance.now();

  const finish = (response: QueryResponse | undefined, failure?: unknown) => {
    const order = request.body.queries.map((query) => String(query.refId));
    const read = response && readResponse(response, order, (refId) => request.sourceNames[refId]);
    const names = [...new Set(Object.values(request.sourceNames))].join(', ');
    const problems =
      read?.problems.length || !failure ? (read?.problems ?? []) : [problemOf(failure, names)];
    const failed = problems.length > 0 && !read?.frames.length;
    const keeps = failed && sameQuery && before.frames.length > 0;
    results.set(key, {
      state: problems.length ? 'error' : 'done',
      frames: keeps ? before.frames : (read?.frames ?? []),
      range: keeps ? before.range : request.range,
      receivedAt: keeps ? before.receivedAt : failed ? undefined : Date.now(),
      problems,
      answers: wanted,
      request,
      response,
      durationMs: performance.now() - startedAt,
    });
  };

  try {
    const response = await queue.add({
      signal,
      urgency: () => distanceFromView(element.current),
      run: () => {
        startedAt = performance.now();
        return sendQuery(request, uid, panelId, { signal, isFresh });
      },
    });
    if (!signal.aborted) finish(response);
  } catch (error) {
    if (!signal.aborted) finish(responseOf(error), error);
  }
}

export function sendQuery(
  request: QueryRequest,
  uid: string,
  panelId: number,
  options: { signal?: AbortSignal; isFresh?: boolean } = {},
): Promise<QueryResponse> {
  return send<QueryResponse>('POST', '/api/ds/query', {
    body: request.body,
    signal: options.signal,
    headers: {
      'X-Dashboard-Uid': uid,
      'X-Panel-Id': String(panelId),
      ...(options.isFresh && { 'Cache-Control': 'no-cache' }),
    },
  });
}

/** What a request asks for, whatever the time range and the interval that follows from it. */
function queriesOf(request: QueryRequest | undefined): string {
  return JSON.stringify(
    request?.body.queries.map((query) => ({ ...query, intervalMs: 0, maxDataPoints: 0 })),
  );
}

/**
 * The width queries use: follows the panel as it grows, stays while it shrinks or grows a little.
 */
function useQueryWidth(width: number): number {
  const used = useRef(0);
  if (width > 0 && (used.current === 0 || width > used.current * GROWTH)) used.current = width;
  return used.current;
}

function waitingNames(panel: PanelModel, pending: readonly string[]): string[] {
  if (pending.length === 0) return [];
  const parts = JSON.stringify([
    panel.targets,
    panel.datasource,
    panel.interval,
    panel.timeFrom,
    panel.timeShift,
  ]);
  return namesIn(parts).filter((name) => pending.includes(name));
}
