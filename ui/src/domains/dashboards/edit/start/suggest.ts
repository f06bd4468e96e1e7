/** Which panels suit a metric, by its name and type. */
import type { DataSourceRef, PanelModel, Target } from '../../../../data';

export type MetricKind = 'counter' | 'gauge' | 'histogram';

/** Something that a source measures; a histogram stands for its buckets, sum and count. */
export interface Metric {
  name: string;
  kind: MetricKind;
}

/** A panel without its place in a dashboard. */
export type NewPanel = Pick<
  PanelModel,
  'type' | 'title' | 'datasource' | 'fieldConfig' | 'options' | 'targets'
> & { pluginVersion?: string };

export interface Suggestion {
  panel: NewPanel;
  /** In columns and lines of the grid. */
  size: { w: number; h: number };
  /** Whether it is added unless the user decides otherwise. */
  isTicked: boolean;
}

export interface MetricQueries {
  source: DataSourceRef;
  /** The query that returns the values of the metric `name` as they are stored. */
  queryOf: (name: string) => Omit<Target, 'refId'>;
  /** Whether `expr` of a query is PromQL. */
  isPromql: boolean;
}

const HALF = { w: 12, h: 8 };
const AUTO_LEGEND = '__auto';
const QUANTILES = [0.5, 0.9, 0.99];

/** The metrics behind names; the series of one histogram become one metric. */
export function metricsOf(names: readonly string[]): Metric[] {
  const histograms = new Set(
    names.flatMap((name) => (name.endsWith('_bucket') ? [name.slice(0, -'_bucket'.length)] : [])),
  );
  return names.flatMap((name): Metric[] => {
    const base = name.replace(/_(bucket|sum|count)$/, '');
    if (name !== base && histograms.has(base))
      return name.endsWith('_bucket') ? [{ name: base, kind: 'histogram' }] : [];
    return [{ name, kind: /_(total|sum|count)$/.test(name) ? 'counter' : 'gauge' }];
  });
}

/** The first ones suit most; a source without PromQL has only the values over time. */
export function suggestPanels(metric: Metric, queries: MetricQueries): Suggestion[] {
  if (!queries.isPromql) return [overTime(metric, queries)];
  if (metric.kind === 'histogram') return ofHistogram(metric, queries);
  return metric.kind === 'counter' ? ofCounter(metric, queries) : ofGauge(metric, queries);
}

function ofCounter({ name }: Metric, queries: MetricQueries): Suggestion[] {
  const rate = rateOf(name, queries);
  const unit = rateUnit(name);
  const target = targets(name, queries);
  return [
    suggestion(`${titleOf(name)} per second`, 'timeseries', {
      unit,
      targets: target(`sum(${rate})`, { legendFormat: titleOf(name) }),
    }),
    suggestion(`Top 5 of ${lowerTitle(name)} per second`, 'bargauge', {
      unit,
      targets: target(`topk(5, ${rate})`, NOW),
      options: { orientation: 'horizontal', displayMode: 'basic' },
    }),
  ];
}

function ofHistogram({ name }: Metric, queries: MetricQueries): Suggestion[] {
  const bucket = `${name}_bucket`;
  const target = targets(bucket, queries);
  const range = '$__rate_interval';
  const selector = selectorOf(bucket, queries);
  const quantiles = QUANTILES.flatMap(
    (quantile) =>
      target(`histogram_quantile(${quantile}, sum by (le) (rate(${selector}[${range}])))`, {
        legendFormat: `p${quantile * 100}`,
      })[0] ?? [],
  ).map((query, index) => ({ ...query, refId: 'ABC'.charAt(index) }));
  return [
    suggestion(`${titleOf(name)} by quantile`, 'timeseries', {
      unit: unitOf(name),
      targets: quantiles,
    }),
    suggestion(`Distribution of ${lowerTitle(name)}`, 'heatmap', {
      targets: target(`sum by (le) (increase(${selector}[${range}]))`, {
        format: 'heatmap',
        legendFormat: '{{le}}',
      }),
      options: { yAxis: { unit: unitOf(name) } },
    }),
    {
      ...suggestion(`Observations of ${lowerTitle(name)} per second`, 'timeseries', {
        unit: 'cps',
        targets: targets(`${name}_count`, queries)(`sum(${rateOf(`${name}_count`, queries)})`, {
          legendFormat: titleOf(name),
        }),
      }),
      isTicked: false,
    },
  ];
}

function ofGauge(metric: Metric, queries: MetricQueries): Suggestion[] {
  const { name } = metric;
  return [
    overTime(metric, queries),
    suggestion(`${titleOf(name)} now`, 'stat', {
      unit: unitOf(name),
      targets: targets(name, queries)(selectorOf(name, queries), NOW),
    }),
  ];
}

function overTime({ name }: Metric, { source, queryOf, isPromql }: MetricQueries): Suggestion {
  const legend = isPromql ? { legendFormat: AUTO_LEGEND } : {};
  return suggestion(titleOf(name), 'timeseries', {
    unit: unitOf(name),
    targets: [{ refId: 'A', datasource: source, ...queryOf(name), ...legend }],
  });
}

const NOW = { instant: true, range: false, legendFormat: AUTO_LEGEND };

interface Content {
  targets: Target[];
  unit?: string | undefined;
  options?: Record<string, unknown>;
}

function suggestion(title: string, type: string, content: Content): Suggestion {
  const { unit, options = {} } = content;
  const [first] = content.targets;
  const panel: NewPanel = {
    datasource: first?.datasource,
    fieldConfig: { defaults: unit ? { unit } : {}, overrides: [] },
    options,
    targets: content.targets,
    title,
    type,
  };
  return { panel, size: HALF, isTicked: true };
}

const targets =
  (name: string, { source, queryOf }: MetricQueries) =>
  (expr: string, more: object = {}): Target[] => [
    { refId: 'A', datasource: source, ...queryOf(name), expr, ...more },
  ];

/** Names that PromQL cannot hold as they are come quoted. */
const selectorOf = (name: string, { queryOf }: MetricQueries): string =>
  String(queryOf(name)['expr'] ?? name);

const rateOf = (name: string, queries: MetricQueries): string =>
  `rate(${selectorOf(name, queries)}[$__rate_interval])`;

const UNITS: readonly (readonly [string, string, string])[] = [
  // Ending of the name, unit of its values, unit of its rate.
  ['_milliseconds', 'ms', 'ms'],
  ['_seconds', 's', 's'],
  ['_bytes', 'bytes', 'Bps'],
  ['_ratio', 'percentunit', ''],
  ['_percent', 'percent', ''],
  ['_celsius', 'celsius', ''],
];

function unitOf(name: string): string | undefined {
  return UNITS.find(([ending]) => name.endsWith(ending))?.[1];
}

function rateUnit(name: string): string {
  const base = name.replace(/_(total|sum|count)$/, '');
  const counted = name.endsWith('_count') ? undefined : UNITS.find(([end]) => base.endsWith(end));
  if (counted?.[2]) return counted[2];
  return /requests?$/.test(base) ? 'reqps' : 'cps';
}

/** `http_requests_total` as `Http requests`. */
function titleOf(name: string): string {
  const words = lowerTitle(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function lowerTitle(name: string): string {
  return (
    name
      .replace(/_total$/, '')
      .replace(/[_:.]+/g, ' ')
      .trim() || name
  );
}
