import {
  Button,
  FormField,
  FormFields,
  Input,
  Select,
  Switch,
  type ConfigEditorProps,
} from '@vedette/sdk';
import { useState, type ReactNode } from 'react';
import styles from './ConfigEditor.module.css';

interface Destination {
  name: string;
  datasourceUid?: string;
  url?: string;
  urlDisplayLabel?: string;
}

const methods = [
  { value: 'POST', label: 'POST' },
  { value: 'GET', label: 'GET' },
];
const flavours = ['', 'Prometheus', 'Mimir', 'Cortex', 'Thanos'].map((name) => ({
  value: name,
  label: name || 'Not set',
}));

export function ConfigEditor(props: ConfigEditorProps): ReactNode {
  const { jsonData, onJsonChange, sources, readOnly } = props;
  const text = (key: string) =>
    typeof jsonData[key] === 'string' ? (jsonData[key] as string) : '';
  const field = (key: string, label: string, hint: string | undefined, placeholder: string) => (
    <FormField label={label} hint={hint}>
      <Input
        mono
        disabled={readOnly}
        value={text(key)}
        placeholder={placeholder}
        onChange={(value) => onJsonChange({ [key]: value || undefined })}
      />
    </FormField>
  );
  const managers = sources.filter(({ meta, type }) => (meta?.id ?? type) === 'alertmanager');
  return (
    <>
      <FormFields columns={2}>
        <FormField
          label="HTTP method"
          hint="POST supports long queries. Use GET if a proxy does not allow POST."
        >
          <Select
            disabled={readOnly}
            value={text('httpMethod') || 'POST'}
            options={methods}
            onChange={(httpMethod) => onJsonChange({ httpMethod })}
          />
        </FormField>
        {field(
          'timeInterval',
          'Scrape interval',
          'Minimum step of queries and base of $__rate_interval, for example 15s.',
          '15s',
        )}
        {field(
          'queryTimeout',
          'Query timeout',
          'Sent to Prometheus with each query, for example 60s.',
          '60s',
        )}
        <QueryParameters {...props} />
        <FormField label="Prometheus type">
          <Select
            disabled={readOnly}
            value={text('prometheusType')}
            options={flavours}
            onChange={(prometheusType) => onJsonChange({ prometheusType })}
          />
        </FormField>
        <FormField
          label="Alertmanager"
          hint="Alertmanager that receives the alerts of this data source's rules. Silences are created there."
        >
          <Select
            disabled={readOnly}
            value={text('alertmanagerUid')}
            options={[
              { value: '', label: 'None' },
              ...managers.map(({ uid, name }) => ({ value: uid, label: name })),
            ]}
            onChange={(uid) => onJsonChange({ alertmanagerUid: uid || undefined })}
          />
        </FormField>
        <FormField label="Manage alerts">
          <Switch
            disabled={readOnly}
            checked={jsonData['manageAlerts'] !== false}
            onChange={(manageAlerts) => onJsonChange({ manageAlerts })}
          />
        </FormField>
        <FormField
          label="Disable metric autocomplete"
          hint="Recommended for servers with very many metrics."
        >
          <Switch
            disabled={readOnly}
            checked={jsonData['disableMetricsLookup'] === true}
            onChange={(disableMetricsLookup) => onJsonChange({ disableMetricsLookup })}
          />
        </FormField>
      </FormFields>
      <Exemplars {...props} />
    </>
  );
}

const PARAMETERS = 'customQueryParameters';

/**
 * Sent with each query. They may hold a token, so they are stored encrypted and not shown again.
 */
function QueryParameters({ secretKeys, onSecretChange, readOnly }: ConfigEditorProps): ReactNode {
  const [typed, setTyped] = useState<string>();
  const isStored = secretKeys.includes(PARAMETERS) && typed === undefined;
  const change = (value: string) => {
    setTyped(value);
    onSecretChange(PARAMETERS, value);
  };
  return (
    <FormField label="Extra query parameters" hint="Stored encrypted and never shown.">
      {isStored ? (
        <Button size="sm" disabled={readOnly} onClick={() => change('')}>
          Reset the stored value
        </Button>
      ) : (
        <Input
          mono
          disabled={readOnly}
          value={typed ?? ''}
          placeholder="dedup=true&max_source_resolution=5m"
          onChange={change}
        />
      )}
    </FormField>
  );
}

/** Which label of an exemplar names its trace, and where traces are. */
function Exemplars({ jsonData, onJsonChange, sources, readOnly }: ConfigEditorProps): ReactNode {
  const stored = jsonData['exemplarTraceIdDestinations'];
  const destinations = Array.isArray(stored) ? (stored as Destination[]) : [];
  const store = (next: Destination[]) => onJsonChange({ exemplarTraceIdDestinations: next });
  const replace = (index: number, change: Partial<Destination>) =>
    store(destinations.map((one, place) => (place === index ? { ...one, ...change } : one)));
  const traces = sources.filter(({ meta, type }) =>
    ['tempo', 'jaeger', 'zipkin'].includes(meta?.id ?? type),
  );
  return (
    <fieldset className={styles.exemplars}>
      <legend>Exemplars</legend>
      {destinations.map((one, index) => (
        <div key={index} className={styles.destination}>
          <FormField label="Trace ID label">
            <Input
              mono
              disabled={readOnly}
              value={one.name}
              placeholder="trace_id"
              onChange={(name) => replace(index, { name })}
            />
          </FormField>
          <FormField label="Traces">
            <Select
              disabled={readOnly}
              value={one.datasourceUid ?? ''}
              options={[
                { value: '', label: 'URL' },
                ...traces.map(({ uid, name }) => ({ value: uid, label: name })),
              ]}
              onChange={(uid) => replace(index, { datasourceUid: uid || undefined })}
            />
          </FormField>
          {!one.datasourceUid && (
            <FormField label="URL">
              <Input
                mono
                disabled={readOnly}
                value={one.url ?? ''}
                placeholder="https://traces.example.org/${__value.raw}"
                onChange={(url) => replace(index, { url })}
              />
            </FormField>
          )}
          {!readOnly && (
            <Button
              size="sm"
              onClick={() => store(destinations.filter((_, place) => place !== index))}
            >
              Remove
            </Button>
          )}
        </div>
      ))}
      {!readOnly && (
        <Button size="sm" onClick={() => store([...destinations, { name: 'trace_id' }])}>
          Add exemplar link
        </Button>
      )}
    </fieldset>
  );
}
