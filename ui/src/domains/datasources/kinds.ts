/** The kinds of data source that can be set up here, and the settings each of them has. */
import { Activity, Database, FlaskConical, type LucideIcon } from 'lucide-react';

export interface KindSetting {
  /** Key in `jsonData`. */
  key: string;
  label: string;
  hint?: string;
  input: 'text' | 'number' | 'switch' | 'select';
  placeholder?: string;
  options?: readonly { value: string; label: string }[];
  /** What counts while the key is not set. */
  fallback?: string | boolean;
}

export interface Kind {
  type: string;
  name: string;
  description: string;
  icon: LucideIcon;
  /** Whether it is reached over HTTP: address, authentication, TLS, headers. */
  hasConnection: boolean;
  urlPlaceholder?: string;
  settings: readonly KindSetting[];
}

const prometheus: Kind = {
  type: 'prometheus',
  name: 'Prometheus',
  description: 'Metrics from Prometheus, Mimir, Thanos or VictoriaMetrics',
  icon: Activity,
  hasConnection: true,
  urlPlaceholder: 'http://localhost:9090',
  settings: [
    {
      key: 'httpMethod',
      label: 'HTTP method',
      hint: 'POST carries long queries; GET is for proxies that allow nothing else.',
      input: 'select',
      options: [
        { value: 'POST', label: 'POST' },
        { value: 'GET', label: 'GET' },
      ],
      fallback: 'POST',
    },
    { key: 'timeInterval', label: 'Scrape interval', hint: 'The smallest step of a query, and the base of $__rate_interval.', input: 'text', placeholder: '15s' },
    { key: 'queryTimeout', label: 'Query timeout', hint: 'Sent to Prometheus with every query.', input: 'text', placeholder: '60s' },
    { key: 'customQueryParameters', label: 'Extra query parameters', input: 'text', placeholder: 'dedup=true&max_source_resolution=5m' },
    {
      key: 'prometheusType',
      label: 'Flavour',
      input: 'select',
      options: [
        { value: '', label: 'Not set' },
        { value: 'Prometheus', label: 'Prometheus' },
        { value: 'Mimir', label: 'Mimir' },
        { value: 'Cortex', label: 'Cortex' },
        { value: 'Thanos', label: 'Thanos' },
      ],
      fallback: '',
    },
    { key: 'manageAlerts', label: 'Manage alerts of this server', input: 'switch', fallback: true },
    { key: 'disableMetricsLookup', label: 'No metric names while typing', hint: 'For servers with very many metrics.', input: 'switch', fallback: false },
  ],
};

const testdata: Kind = {
  type: 'testdata',
  name: 'Test data',
  description: 'Made-up series, logs and errors, for trying things out',
  icon: FlaskConical,
  hasConnection: false,
  settings: [],
};

export const kinds: readonly Kind[] = [prometheus, testdata];

/** What is known of a stored type; an unknown one can be looked at, and its settings stay as they are. */
export function kindOf(type: string): Kind {
  const known = kinds.find((kind) => kind.type === type) ?? (type === 'grafana-testdata-datasource' ? testdata : undefined);
  return known ?? { type, name: type, description: 'No plugin for this kind is installed', icon: Database, hasConnection: true, settings: [] };
}
