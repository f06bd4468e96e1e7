import { Button, FormField, FormFields, Input, Select, type ConfigEditorProps } from '@vedette/sdk';
import type { ReactNode } from 'react';
import { metricsSettings, record, text } from '../links/settings';
import styles from './Sections.module.css';
import { TagsField } from './TagsField';

const KEY = 'tracesToMetrics';

/** From a span to metrics: one link for each query. */
export function MetricsSection({
  jsonData,
  onJsonChange,
  sources,
  readOnly,
}: ConfigEditorProps): ReactNode {
  const known = metricsSettings(jsonData);
  const stored = record(jsonData[KEY]);
  const set = (change: Record<string, unknown>) =>
    onJsonChange({ [KEY]: { ...stored, ...change } });
  const queries = known?.queries ?? [];
  const replace = (index: number, change: Partial<(typeof queries)[number]>) =>
    set({
      queries: queries.map((query, place) => (place === index ? { ...query, ...change } : query)),
    });
  const stores = sources.filter(({ meta, type }) => (meta?.id ?? type) === 'prometheus');
  return (
    <fieldset className={styles.section} disabled={readOnly}>
      <legend>Traces to metrics</legend>
      <FormFields columns={2}>
        <FormField label="Metrics">
          <Select
            value={known?.datasourceUid ?? ''}
            options={[
              { value: '', label: 'None' },
              ...stores.map(({ uid, name }) => ({ value: uid, label: name })),
            ]}
            onChange={(datasourceUid) =>
              datasourceUid ? set({ datasourceUid }) : onJsonChange({ [KEY]: undefined })
            }
          />
        </FormField>
        {known && (
          <>
            <FormField label="Start shift">
              <Input
                mono
                placeholder="-2m"
                value={text(stored, 'spanStartTimeShift')}
                onChange={(spanStartTimeShift) => set({ spanStartTimeShift })}
              />
            </FormField>
            <FormField label="End shift">
              <Input
                mono
                placeholder="2m"
                value={text(stored, 'spanEndTimeShift')}
                onChange={(spanEndTimeShift) => set({ spanEndTimeShift })}
              />
            </FormField>
            <TagsField tags={known.tags} onChange={(tags) => set({ tags })} />
          </>
        )}
      </FormFields>
      {known && (
        <div className={styles.list}>
          {queries.map(({ name, query }, index) => (
            <div key={index} className={styles.row}>
              <Input
                aria-label={`Name of query ${index + 1}`}
                placeholder="Name"
                value={name}
                onChange={(value) => replace(index, { name: value })}
              />
              <Input
                mono
                aria-label={`Query ${index + 1}`}
                placeholder="sum(rate(requests_total{$__tags}[5m]))"
                value={query}
                onChange={(value) => replace(index, { query: value })}
              />
              <Button
                size="sm"
                onClick={() => set({ queries: queries.filter((_, place) => place !== index) })}
              >
                Remove
              </Button>
            </div>
          ))}
          <Button size="sm" onClick={() => set({ queries: [...queries, { name: '', query: '' }] })}>
            Add query
          </Button>
        </div>
      )}
    </fieldset>
  );
}
