/** The service map: services, calls between them and operations lead to their metrics and to their traces. */
import type { DecorateContext, Field, Frame, RowLink, SourceInfo } from '@vedette/sdk';
import { serviceMapUid } from './settings';
import { quoted } from './span';

type Context = Pick<DecorateContext, 'source' | 'sourceByUid'>;

interface Service {
  name: string;
  namespace: string;
}

const GRAPH = 'traces_service_graph_request';

/** Frames of one answer: `nodes`, `edges` and the table of operations. */
export function withServiceLinks(frames: readonly Frame[], { source, sourceByUid }: Context): Frame[] {
  const metrics = sourceByUid(serviceMapUid(source.jsonData ?? {}));
  const services = servicesOf(frames);
  const serviceOf = (id: unknown): Service => services.get(String(id)) ?? namedBy(String(id));
  return frames.map((frame) => {
    const [sources, targets] = [values(frame, 'source'), values(frame, 'target')];
    if (sources && targets) {
      return withLinks(frame, 'id', (row) => callLinks(serviceOf(sources[row]), serviceOf(targets[row]), metrics));
    }
    const ids = values(frame, 'id');
    if (ids) return withLinks(frame, 'id', (row) => nodeLinks(serviceOf(ids[row]), source, metrics));
    const names = values(frame, 'name');
    return names ? withOperationLinks(frame, names, source, metrics) : frame;
  });
}

/** By node id; a subtitle is the namespace. */
function servicesOf(frames: readonly Frame[]): Map<string, Service> {
  const found = new Map<string, Service>();
  for (const frame of frames) {
    const [ids, titles, namespaces] = [values(frame, 'id'), values(frame, 'title'), values(frame, 'subtitle')];
    if (!ids || !titles) continue;
    ids.forEach((id, row) => found.set(String(id), { name: String(titles[row] ?? id), namespace: String(namespaces?.[row] ?? '') }));
  }
  return found;
}

function namedBy(id: string): Service {
  const slash = id.indexOf('/');
  return slash < 0 ? { name: id, namespace: '' } : { namespace: id.slice(0, slash), name: id.slice(slash + 1) };
}

function nodeLinks(service: Service, source: SourceInfo, metrics: SourceInfo | undefined): RowLink[] {
  return [...graphMetrics(matchers('server', service), metrics), tracesLink(source, { id: 'service-name', tag: 'service.name', scope: 'resource', value: service.name })];
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
    metricsLink('Request histogram', `histogram_quantile(0.9, sum by (le, client, server) (${rate(`${GRAPH}_server_seconds_bucket`)}))`, metrics),
    metricsLink('Failed request rate', `sum by (client, server) (${rate(`${GRAPH}_failed_total`)})`, metrics),
  ];
}

/** Each column to the metric it was computed from, the name to the traces. */
function withOperationLinks(frame: Frame, names: readonly unknown[], source: SourceInfo, metrics: SourceInfo | undefined): Frame {
  const series = (row: number, more = '') => `{span_name=${quoted(String(names[row]))}, span_kind="SPAN_KIND_SERVER"${more}}[$__rate_interval]`;
  const calls = (row: number, more = '') => `sum by (span_name) (rate(traces_spanmetrics_calls_total${series(row, more)}))`;
  const durations = (row: number) => {
    const [older, newer] = ['latency', 'duration_seconds'].map((name) => `rate(traces_spanmetrics_${name}_bucket${series(row)})`);
    return `histogram_quantile(0.9, sum by (le) (${older} or ${newer}))`;
  };
  const link = (title: string, expr: (row: number) => string) => (row: number) => (metrics ? [metricsLink(title, expr(row), metrics)] : []);
  const byColumn: Record<string, (row: number) => RowLink[]> = {
    name: (row) => [tracesLink(source, { id: 'span-name', tag: 'name', scope: 'intrinsic', value: String(names[row]) })],
    rate: link('Request rate', (row) => calls(row)),
    'error rate': link('Error rate', (row) => calls(row, ', status_code="STATUS_CODE_ERROR"')),
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

function metricsLink(title: string, expr: string, { uid, name }: SourceInfo): RowLink {
  return { title, internal: { datasourceUid: uid, datasourceName: name, query: { expr, range: true, instant: false } } };
}

/** A search as its editor stores it. */
function tracesLink({ uid, name }: SourceInfo, filter: { id: string; tag: string; scope: string; value: string }): RowLink {
  const filters = [{ ...filter, operator: '=', valueType: 'string', value: [filter.value] }];
  const query = { queryType: 'traceqlSearch', limit: 20, tableType: 'traces', filters };
  return { title: 'Traces', internal: { datasourceUid: uid, datasourceName: name, query } };
}

function values(frame: Frame, column: string): unknown[] | undefined {
  return frame.fields.find(({ name }) => name.toLowerCase() === column)?.values;
}

function withLinks(frame: Frame, column: string, rowLinks: (row: number) => RowLink[]): Frame {
  return { ...frame, fields: frame.fields.map((field) => (field.name.toLowerCase() === column ? { ...field, rowLinks } : field)) };
}
