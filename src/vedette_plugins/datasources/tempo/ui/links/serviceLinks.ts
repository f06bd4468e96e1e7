/**
 * The service map: services, calls between them and operations lead to their metrics and to their
 * traces.
 */
import type { DecorateContext, Field, Frame, RowLink, SourceInfo } from '@vedette/sdk';
import { serviceMapUid } from './settings';
import { quoted } from './span';

type Context = Pick<DecorateContext, 'source' | 'sourceByUid'>;

type RowLinks = (row: number, frame: Frame) => RowLink[];

interface Service {
  name: string;
  namespace: string;
}

const GRAPH = 'traces_service_graph_request';

/** Frames of one answer: `nodes`, `edges` and the table of operations. */
export function withServiceLinks(
  frames: readonly Frame[],
  { source, sourceByUid }: Context,
): Frame[] {
  const metrics = sourceByUid(serviceMapUid(source.jsonData ?? {}));
  const services = servicesOf(frames);
  const serviceOf = (id: unknown): Service => services.get(String(id)) ?? namedBy(String(id));
  return frames.map((frame) => {
    if (values(frame, 'source') && values(frame, 'target')) {
      const end = (column: string, row: number, shown: Frame) =>
        serviceOf(values(shown, column)?.[row]);
      return withLinks(frame, 'id', (row, shown) =>
        callLinks(end('source', row, shown), end('target', row, shown), metrics),
      );
    }
    if (values(frame, 'id')) {
      return withLinks(frame, 'id', (row, shown) =>
        nodeLinks(serviceOf(values(shown, 'id')?.[row]), source, metrics),
      );
    }
    return values(frame, 'name') ? withOperationLinks(frame, source, metrics) : frame;
  });
}

/** By node id; a subtitle is the namespace. */
function servicesOf(frames: readonly Frame[]): Map<string, Service> {
  const found = new Map<string, Service>();
  for (const frame of frames) {
    const [ids, titles, namespaces] = [
      values(frame, 'id'),
      values(frame, 'title'),
      values(frame, 'subtitle'),
    ];
    if (!ids || !titles) continue;
    ids.forEach((id, row) =>
      found.set(String(id), {
        name: String(titles[row] ?? id),
        namespace: String(namespaces?.[row] ?? ''),
      }),
    );
  }
  return found;
}

function namedBy(id: string): Service {
  const slash = id.indexOf('/');
  return slash < 0
    ? { name: id, namespace: '' }
    : { namespace: id.slice(0, slash), name: id.slice(slash + 1) };
}

function nodeLinks(
  service: Service,
  source: SourceInfo,
  metrics: SourceInfo | undefined,
): RowLink[] {
  return [
    ...graphMetrics(matchers('server', service), metrics),
    tracesLink(source, {
      id: 'service-name',
      tag: 'service.name',
      scope: 'resource',
      value: service.name,
    }),
  ];
}

function callLinks(client: Service, server: Service, metrics: SourceInfo | undefined): RowLink[] {
  return graphMetrics([...matchers('client', client), ...matchers('server', server)], metrics);
}

function matchers(side: 'client' | 'server', { name, namespace }: Service): string[] {
  const own = `${side}=${quoted(name)}`;
  return namespace ? [own, `${side}_service_namespace=${quoted(namespace)}`] : [own];
}

function graphMetrics(labels: readonly string[], metrics: SourceInfo | undefined): RowLink[] {
  if (!metrics) return [];
  const rate = (metric: string) => `rate(${metric}{${labels.join(', ')}}[$__rate_interval])`;
  return [
    metricsLink('Request rate', `sum by (client, server) (${rate(`${GRAPH}_total`)})`, metrics),
    metricsLink(
      'Request histogram',
      `histogram_quantile(0.9, sum by (le, client, server) (${rate(`${GRAPH}_server_seconds_bucket`)}))`,
      metrics,
    ),
    metricsLink(
      'Failed request rate',
      `sum by (client, server) (${rate(`${GRAPH}_failed_total`)})`,
      metrics,
    ),
  ];
}

/** Each column to the metric it was computed from, the name to the traces. */
function withOperationLinks(
  frame: Frame,
  source: SourceInfo,
  metrics: SourceInfo | undefined,
): Frame {
  const series = (name: string, more = '') =>
    `{span_name=${quoted(name)}, span_kind="SPAN_KIND_SERVER"${more}}[$__rate_interval]`;
  const calls = (name: string, more = '') =>
    `sum by (span_name) (rate(traces_spanmetrics_calls_total${series(name, more)}))`;
  const durations = (name: string) => {
    const [older, newer] = ['latency', 'duration_seconds'].map(
      (metric) => `rate(traces_spanmetrics_${metric}_bucket${series(name)})`,
    );
    return `histogram_quantile(0.9, sum by (le) (${older} or ${newer}))`;
  };
  const link =
    (title: string, expr: (name: string) => string): RowLinks =>
    (row, shown) =>
      metrics ? [metricsLink(title, expr(operation(row, shown)), metrics)] : [];
  const byColumn: Record<string, RowLinks> = {
    name: (row, shown) => [
      tracesLink(source, {
        id: 'span-name',
        tag: 'name',
        scope: 'intrinsic',
        value: operation(row, shown),
      }),
    ],
    rate: link('Request rate', (name) => calls(name)),
    'error rate': link('Error rate', (name) => calls(name, ', status_code="STATUS_CODE_ERROR"')),
    'duration (p90)': link('Duration', durations),
  };
  return {
    ...frame,
    fields: frame.fields.map((field): Field => {
      const rowLinks = byColumn[field.name.toLowerCase()];
      return rowLinks ? { ...field, rowLinks } : field;
    }),
  };
}

function operation(row: number, frame: Frame): string {
  return String(values(frame, 'name')?.[row] ?? '');
}

function metricsLink(title: string, expr: string, { uid, name }: SourceInfo): RowLink {
  return {
    title,
    internal: {
      datasourceUid: uid,
      datasourceName: name,
      query: { expr, range: true, instant: false },
    },
  };
}

/** A search as its editor stores it. */
function tracesLink(
  { uid, name }: SourceInfo,
  filter: { id: string; tag: string; scope: string; value: string },
): RowLink {
  const filters = [{ ...filter, operator: '=', valueType: 'string', value: [filter.value] }];
  const query = { queryType: 'traceqlSearch', limit: 20, tableType: 'traces', filters };
  return { title: 'Traces', internal: { datasourceUid: uid, datasourceName: name, query } };
}

function values(frame: Frame, column: string): unknown[] | undefined {
  return frame.fields.find(({ name }) => name.toLowerCase() === column)?.values;
}

function withLinks(frame: Frame, column: string, rowLinks: RowLinks): Frame {
  return {
    ...frame,
    fields: frame.fields.map((field) =>
      field.name.toLowerCase() === column ? { ...field, rowLinks } : field,
    ),
  };
}
