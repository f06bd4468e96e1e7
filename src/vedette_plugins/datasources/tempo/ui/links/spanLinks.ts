/** Where a span leads: to its logs, to metrics, to the traces it refers to. */
import type { DecorateContext, Frame, RowLink, SourceInfo } from '@vedette/sdk';
import { spanRange } from './range';
import {
  list,
  logsSettings,
  metricsSettings,
  record,
  text,
  type LogsSettings,
  type MetricsSettings,
} from './settings';
import {
  filledIn,
  quoted,
  spanReader,
  tagMatchers,
  traceOf,
  type LinkedSpan,
  type LinkedTrace,
} from './span';
import { traceLink } from './traceLink';

type Context = Pick<DecorateContext, 'source' | 'sourceByUid'>;

/**
 * The frame of a trace, its `spanID` with the links of each span. They are made when a span is
 * looked at.
 */
export function withSpanLinks(frame: Frame, { source, sourceByUid }: Context): Frame {
  const jsonData = source.jsonData ?? {};
  const logs = logsSettings(jsonData);
  const metrics = metricsSettings(jsonData);
  const logsSource = logs && sourceByUid(logs.datasourceUid);
  const metricsSource = metrics && sourceByUid(metrics.datasourceUid);
  const trace = remembered(traceOf);

  const rowLinks = (row: number, shown: Frame): RowLink[] => {
    const span = spanReader(shown)(row);
    const references =
      shown.fields.find(({ name }) => name.toLowerCase() === 'references')?.values ?? [];
    return [
      ...(logs && logsSource ? logsLinks(span, trace(shown), logs, logsSource) : []),
      ...(metrics && metricsSource ? metricsLinks(span, trace(shown), metrics, metricsSource) : []),
      ...referenceLinks(references[row], span, source),
    ];
  };
  return {
    ...frame,
    fields: frame.fields.map((field) =>
      field.name.toLowerCase() === 'spanid' ? { ...field, rowLinks } : field,
    ),
  };
}

function remembered(make: (frame: Frame) => LinkedTrace): (frame: Frame) => LinkedTrace {
  const known = new WeakMap<Frame, LinkedTrace>();
  return (frame) => {
    const trace = known.get(frame) ?? make(frame);
    known.set(frame, trace);
    return trace;
  };
}

/**
 * None where the query would lack something: a tag to start from, or a value of the query written
 * by hand.
 */
function logsLinks(
  span: LinkedSpan,
  trace: LinkedTrace,
  settings: LogsSettings,
  target: SourceInfo,
): RowLink[] {
  const isLoki = (target.meta?.id ?? target.type) === 'loki';
  const query = settings.query
    ? filledIn(settings.query, span, trace, settings.tags)
    : isLoki
      ? logql(span, settings)
      : undefined;
  if (!query) return [];
  const key = isLoki ? 'expr' : target.meta?.queryText || 'query';
  return [
    {
      title: 'Logs for this span',
      internal: {
        datasourceUid: target.uid,
        datasourceName: target.name,
        query: { [key]: query, ...(isLoki ? { queryType: 'range' } : {}) },
        range: spanRange(span, settings.startShift, settings.endShift),
      },
    },
  ];
}

function logql(span: LinkedSpan, { tags, byTraceId, bySpanId }: LogsSettings): string | undefined {
  const matchers = tagMatchers(span, tags);
  if (matchers === '' || (byTraceId && !span.traceId) || (bySpanId && !span.spanId))
    return undefined;
  return [
    `{${matchers}}`,
    byTraceId && `|=${quoted(span.traceId)}`,
    bySpanId && `|=${quoted(span.spanId)}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function metricsLinks(
  span: LinkedSpan,
  trace: LinkedTrace,
  settings: MetricsSettings,
  target: SourceInfo,
): RowLink[] {
  const queries =
    settings.queries.length > 0 ? settings.queries : [{ name: 'Service latency', query: '' }];
  return queries.flatMap(({ name, query }, index) => {
    const expr = query ? filledIn(query, span, trace, settings.tags) : usualLatency(span);
    if (!expr) return [];
    const internal = {
      datasourceUid: target.uid,
      datasourceName: target.name,
      query: { [target.meta?.queryText || 'expr']: expr },
      range: spanRange(span, settings.startShift, settings.endShift),
    };
    return [
      {
        title: name || (queries.length > 1 ? `Metrics ${index + 1}` : 'Metrics for this span'),
        internal,
      },
    ];
  });
}

/** The median of the service, under either name the metrics generator gives it. */
function usualLatency({ service }: LinkedSpan): string {
  if (!service) return '';
  const [older, newer] = ['latency', 'duration_seconds'].map(
    (name) => `rate(traces_spanmetrics_${name}_bucket{service=${quoted(service)}}[5m])`,
  );
  return `histogram_quantile(0.5, sum by (le) (${older} or ${newer}))`;
}

/** Traces of the same store that this span refers to. */
function referenceLinks(cell: unknown, span: LinkedSpan, source: SourceInfo): RowLink[] {
  return list(cell).flatMap((entry) => {
    const traceId = text(record(entry), 'traceID');
    if (!traceId || traceId === span.traceId) return [];
    return [
      traceLink(
        `Linked trace ${traceId.slice(0, 8)}`,
        source,
        traceId,
        text(record(entry), 'spanID'),
      ),
    ];
  });
}
