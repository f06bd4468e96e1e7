/**
 * From a stored panel to one `POST /api/ds/query`: sources resolved, variables filled in, interval
 * worked out.
 */
import {
  calculateInterval,
  type AdHocFilter,
  type PanelModel,
  type Target,
  type TimeRange,
} from '../data';
import { zoneOffset } from '../data/time/zone';
import { fillObject, fillText, type VariableValues } from './fill';
import { resolveSource, type ResolvedSource, type SourceInfo, type Sources } from './sources';

export type AdHocRule = AdHocFilter;

export interface RequestContext {
  range: TimeRange;
  timeZone: string;
  /** Width of the panel in pixels; a panel may store its own number. */
  maxDataPoints: number;
  sources: Sources;
  values: VariableValues;
  /** Ad hoc filters that apply to a data source, by its uid. */
  filtersFor: (uid: string) => readonly AdHocRule[];
}

export interface QueryRequest {
  body: { from: string; to: string; queries: Record<string, unknown>[] };
  range: TimeRange;
  interval: string;
  intervalMs: number;
  maxDataPoints: number;
  /** Name of the data source of each query, for messages. */
  sourceNames: Record<string, string>;
  sourceUids: string[];
}

export type PanelRequest =
  | { kind: 'query'; request: QueryRequest }
  /** Shows another panel's result (`-- Dashboard --`). */
  | { kind: 'reuse'; panelId: number; withTransforms: boolean }
  | { kind: 'nothing' }
  | { kind: 'missing'; source: string };

export function buildPanelRequest(panel: PanelModel, context: RequestContext): PanelRequest {
  const fill = (text: string) => fillText(text, context.values);
  const panelSource = resolveSource(panel.datasource, context.sources, fill);
  const targets = panel.targets ?? [];
  if (panelSource.kind === 'dashboard') return reuseOf(targets);
  if (targets.length === 0) return { kind: 'nothing' };

  const wanted = shownTargets(targets).map((target) => ({
    target,
    source: sourceOf(target, panel, context, fill),
  }));
  if (wanted.length === 0) return { kind: 'nothing' };
  const missing = wanted.find(({ source }) => source.kind === 'missing');
  if (missing?.source.kind === 'missing') return { kind: 'missing', source: missing.source.wanted };
  if (wanted.some(({ source }) => source.kind === 'dashboard'))
    return reuseOf(wanted.map(({ target }) => target));
  const queries = wanted.filter(
    ({ source }) => source.kind === 'source' || source.kind === 'expression',
  );
  if (queries.length === 0) return { kind: 'nothing' };
  return { kind: 'query', request: toRequest(panel, queries, context, fill) };
}

type Wanted = { target: Target; source: ResolvedSource };

function toRequest(
  panel: PanelModel,
  wanted: Wanted[],
  context: RequestContext,
  fill: (text: string) => string,
): QueryRequest {
  const { range } = context;
  const maxDataPoints =
    panel.maxDataPoints && panel.maxDataPoints > 0
      ? panel.maxDataPoints
      : Math.round(context.maxDataPoints);
  const infos = wanted.flatMap(({ source }) => (source.kind === 'source' ? [source.source] : []));
  const least = panel.interval
    ? fill(panel.interval)
    : infos.map((info) => info.jsonData?.timeInterval).find(Boolean);
  const { interval, intervalMs } = calculateInterval(range, maxDataPoints, least);

  const queries = wanted.map(({ target, source }) => {
    const info = source.kind === 'source' ? source.source : undefined;
    return {
      ...fillTarget(target, info, context),
      datasource: info ? { type: info.type, uid: info.uid } : { type: '__expr__', uid: '__expr__' },
      intervalMs,
      maxDataPoints,
      ...filterPart(info, context),
    };
  });
  const sourceNames = Object.fromEntries(
    wanted.map(({ target, source }) => [
      target.refId,
      source.kind === 'source' ? source.source.name : 'Expression',
    ]),
  );
  return {
    body: { from: String(range.from), to: String(range.to), queries },
    range,
    interval,
    intervalMs,
    maxDataPoints,
    sourceNames,
    sourceUids: [...new Set(infos.map((info) => info.uid))],
  };
}

function filterPart(
  info: SourceInfo | undefined,
  context: RequestContext,
): { adhocFilters?: readonly AdHocRule[] } {
  const filters = info ? context.filtersFor(info.uid) : [];
  return filters.length ? { adhocFilters: filters } : {};
}

/** Hidden queries still run where an expression may need them. */
function shownTargets(targets: readonly Target[]): Target[] {
  const hasExpression = targets.some(
    (target) => !target.hide && target.datasource?.type === '__expr__',
  );
  return targets.filter((target) => (hasExpression || !target.hide) && !isBlank(target));
}

/** A query editor in which nothing was typed yet. */
function isBlank(target: Target): boolean {
  return 'expr' in target && typeof target.expr === 'string' && target.expr.trim() === '';
}

/**
 * The panel's source counts for all its queries, unless it is mixed or unset; expressions are their
 * own.
 */
function sourceOf(
  target: Target,
  panel: PanelModel,
  context: RequestContext,
  fill: (text: string) => string,
): ResolvedSource {
  const panelSource = resolveSource(panel.datasource, context.sources, fill);
  const own = target.datasource;
  const isOwn =
    own && (own.type === '__expr__' || !panel.datasource || panelSource.kind === 'mixed');
  if (isOwn) return resolveSource(own, context.sources, fill);
  return panelSource.kind === 'mixed' ? resolveSource(null, context.sources, fill) : panelSource;
}

function reuseOf(targets: readonly Target[]): PanelRequest {
  const target = targets.find((candidate) => typeof candidate.panelId === 'number');
  if (!target) return { kind: 'nothing' };
  return {
    kind: 'reuse',
    panelId: target.panelId as number,
    withTransforms: Boolean(target.withTransforms),
  };
}

/**
 * The text of a query takes variables in the form of its language, everything else in their plain
 * form.
 */
function fillTarget(
  target: Target,
  info: SourceInfo | undefined,
  { values, range, timeZone }: RequestContext,
): Record<string, unknown> {
  const { datasource: _, ...rest } = target;
  const { queryText = '', variableFormat } = info?.meta ?? {};
  if (!variableFormat) return fillObject(rest, values);
  const { [queryText]: text, ...others } = rest;
  return {
    ...fillObject(others, values),
    ...(typeof text === 'string' ? { [queryText]: fillText(text, values, variableFormat) } : {}),
    // Steps of a day start at local midnight.
    utcOffsetSec: Math.round(zoneOffset(range.to, timeZone) / 1000),
  };
}
