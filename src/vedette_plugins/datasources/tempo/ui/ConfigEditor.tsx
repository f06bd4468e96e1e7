import { FormField, FormFields, Select, Switch, type ConfigEditorProps } from '@vedette/sdk';
import type { ReactNode } from 'react';
import { LogsSection } from './config/LogsSection';
import { MetricsSection } from './config/MetricsSection';
import { record, text } from './links/settings';

export function ConfigEditor(props: ConfigEditorProps): ReactNode {
  const { jsonData, onJsonChange, sources, readOnly } = props;
  const metrics = sources.filter(({ meta, type }) => (meta?.id ?? type) === 'prometheus');
  const set = (key: string, change: Record<string, unknown>) =>
    onJsonChange({ [key]: { ...record(jsonData[key]), ...change } });
  return (
    <>
      <LogsSection {...props} />
      <MetricsSection {...props} />
      <FormFields columns={2}>
        <FormField
          label="Service graph"
          hint="Prometheus data source with the metrics of Tempo's metrics generator."
        >
          <Select
            disabled={readOnly}
            value={text(record(jsonData['serviceMap']), 'datasourceUid')}
            options={[
              { value: '', label: 'None' },
              ...metrics.map(({ uid, name }) => ({ value: uid, label: name })),
            ]}
            onChange={(datasourceUid) =>
              set('serviceMap', { datasourceUid: datasourceUid || undefined })
            }
          />
        </FormField>
        <FormField label="Show node graph" hint="Show a node graph above the spans of a trace.">
          <Switch
            disabled={readOnly}
            checked={record(jsonData['nodeGraph'])['enabled'] === true}
            onChange={(enabled) => set('nodeGraph', { enabled })}
          />
        </FormField>
        <FormField
          label="Hide search"
          hint="For tracing backends that only support queries by trace ID."
        >
          <Switch
            disabled={readOnly}
            checked={record(jsonData['search'])['hide'] === true}
            onChange={(hide) => set('search', { hide })}
          />
        </FormField>
      </FormFields>
    </>
  );
}
