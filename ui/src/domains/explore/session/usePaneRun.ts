/** Runs what a pane asks whenever its address changes or the person asks for it again. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { resolveTimeRange } from '../../../data';
import { request as send } from '../../../kernel/api';
import type { QueryOutcome } from '../../../querying/outcome';
import {
  problemOf,
  readResponse,
  responseOf,
  type QueryResponse,
} from '../../../querying/response';
import type { Sources } from '../../../querying/sources';
import type { QueryRequest } from '../../../querying/targets';
import type { ReadOptions } from '../../../timepicker/editing';
import type { Pane } from '../model/pane';
import { planOf, runnable, type PlanContext } from './plan';
import type { SourceUis } from './useSourceUis';

export interface PaneResult extends QueryOutcome {
  state: 'idle' | 'loading' | 'done' | 'error';
}

export const NOTHING: PaneResult = { state: 'idle', frames: [], problems: [] };

export interface PaneRunInput {
  /** As the address has it. */
  pane: Pane;
  /** Counts repeated runs by hand. */
  tick: number;
  /** Counts runs by the clock. */
  turn: number;
  width: number;
  timeOptions: ReadOptions;
  sources: Sources;
  uis: SourceUis;
}

export interface PaneRun {
  result: PaneResult;
  cancel: () => void;
  /** What the last run was planned with, for queries that belong to it. */
  context: PlanContext | undefined;
}

export function usePaneRun(input: PaneRunInput): PaneRun {
  const { pane, tick, turn, uis } = input;
  const [result, setResult] = useState<PaneResult>(NOTHING);
  const [context, setContext] = useState<PlanContext>();
  const running = useRef<AbortController>(undefined);
  const latest = useRef(input);
  latest.current = input;
  const wanted = JSON.stringify([pane.datasource, pane.queries, pane.range]);
  const done = useRef({ wanted: '', tick });
  const isReady = input.width > 0 && uis.isReady;

  useEffect(() => {
    if (!isReady) return;
    const { pane: asked, sources, timeOptions, width } = latest.current;
    const isRepeated = done.current.wanted === wanted && done.current.tick !== tick;
    done.current = { wanted, tick };
    running.current?.abort();
    const range = resolveTimeRange(asked.range, timeOptions);
    const own: PlanContext = {
      range,
      timeZone: timeOptions.timeZone,
      width: Math.round(width),
      sources,
      uis,
    };
    setContext(own);
    const plan = planOf(asked, runnable(asked, sources, uis), own);
    if (plan.kind !== 'query') {
      setResult(plan.kind === 'missing' ? missing(plan.source) : { ...NOTHING, range });
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    setResult((before) => ({ ...before, state: 'loading', problems: [] }));
    void runRequest(plan.request, controller.signal, isRepeated).then((answer) => {
      if (controller.signal.aborted) return;
      setResult(answer);
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `wanted` stands for the pane
  }, [wanted, tick, turn, isReady]);

  useEffect(() => () => running.current?.abort(), []);

  const cancel = useCallback(() => {
    running.current?.abort();
    setResult((before) => ({ ...before, state: before.receivedAt ? 'done' : 'idle' }));
  }, []);
  return { result, cancel, context };
}

/**
 * Never fails: what went wrong is among the problems. `fresh` asks for an answer that no cache
 * gave.
 */
export async function runRequest(
  request: QueryRequest,
  signal: AbortSignal,
  fresh = false,
): Promise<PaneResult> {
  const startedAt = performance.now();
  const finish = (response: QueryResponse | undefined, failure?: unknown): PaneResult => {
    const order = request.body.queries.map((query) => String(query.refId));
    const read = response && readResponse(response, order, (refId) => request.sourceNames[refId]);
    const names = [...new Set(Object.values(request.sourceNames))].join(', ');
    const problems =
      read?.problems.length || !failure ? (read?.problems ?? []) : [problemOf(failure, names)];
    return {
      state: problems.length > 0 ? 'error' : 'done',
      frames: read?.frames ?? [],
      problems,
      range: request.range,
      request,
      ...(response ? { response } : {}),
      durationMs: performance.now() - startedAt,
      receivedAt: Date.now(),
    };
  };
  try {
    const headers: Record<string, string> = fresh ? { 'Cache-Control': 'no-cache' } : {};
    return finish(
      await send<QueryResponse>('POST', '/api/ds/query', { body: request.body, signal, headers }),
    );
  } catch (error) {
    return finish(responseOf(error), error);
  }
}

function missing(source: string): PaneResult {
  const message = source
    ? `Data source "${source}" was not found. It may have been deleted or renamed. Choose another one.`
    : 'No data source yet.';
  return { ...NOTHING, state: 'error', problems: [{ kind: 'missing', message, source }] };
}
