import {
  FormField,
  FormFields,
  Input,
  Select,
  Switch,
  TextArea,
  type ConfigEditorProps,
} from '@vedette/sdk';
import type { ReactNode } from 'react';
import { logsSettings } from '../links/settings';
import styles from './Sections.module.css';
import { TagsField } from './TagsField';

const KEY = 'tracesToLogsV2';

/**
 * From a span to its logs. Older settings are shown as they are read, and stored in the newer form
 * when changed.
 */
export function LogsSection({
  jsonData,
  onJsonChange,
  sources,
  readOnly,
}: ConfigEditorProps): ReactNode {
  const known = logsSettings(jsonData);
  const stored = {
    datasourceUid: known?.datasourceUid ?? '',
    spanStartTimeShift: shown(known?.startShift),
    spanEndTimeShift: shown(known?.endShift),
    tags: known?.tags ?? [],
    filterByTraceID: known?.byTraceId ?? false,
    filterBySpanID: known?.bySpanId ?? false,
    customQuery: known?.query !== undefined,
    query: known?.query ?? '',
  };
  const set = (change: Partial<typeof stored>) =>
    onJsonChange({ [KEY]: { ...stored, ...change }, tracesToLogs: undefined });
  const stores = sources.filter(({ meta, type }) => (meta?.id ?? type) !== 'tempo');
  return (
    <fieldset className={styles.section} disabled={readOnly}>
      <legend>Traces to logs</legend>
      <FormFields columns={2}>
        <FormField label="Logs">
          <Select
            value={stored.datasourceUid}
            options={[
              { value: '', label: 'None' },
              ...stores.map(({ uid, name }) => ({ value: uid, label: name })),
            ]}
            onChange={(datasourceUid) =>
              datasourceUid
                ? set({ datasourceUid })
                : onJsonChange({ [KEY]: undefined, tracesToLogs: undefined })
            }
          />
        </FormField>
        {known && (
          <>
            <FormField
              label="Start shift"
              hint="Offset from the start of the span, for example -1h."
            >
              <Input
                mono
                placeholder="0"
                value={stored.spanStartTimeShift}
                onChange={(spanStartTimeShift) => set({ spanStartTimeShift })}
              />
            </FormField>
            <FormField label="End shift" hint="Offset from the end of the span, for example 5m.">
              <Input
                mono
                placeholder="0"
                value={stored.spanEndTimeShift}
                onChange={(spanEndTimeShift) => set({ spanEndTimeShift })}
              />
            </FormField>
            <TagsField tags={stored.tags} onChange={(tags) => set({ tags })} />
            <FormField label="Filter by trace ID">
              <Switch
                checked={stored.filterByTraceID}
                onChange={(filterByTraceID) => set({ filterByTraceID })}
              />
            </FormField>
            <FormField label="Filter by span ID">
              <Switch
                checked={stored.filterBySpanID}
                onChange={(filterBySpanID) => set({ filterBySpanID })}
              />
            </FormField>
            <FormField label="Use custom query">
              <Switch
                checked={stored.customQuery}
                onChange={(customQuery) =>
                  set({ customQuery, query: stored.query || '{${__tags}}' })
                }
              />
            </FormField>
            {stored.customQuery && (
              <FormField
                label="Query"
                hint="Supports ${__tags}, ${__span.spanId}, ${__span.tags.name} and ${__trace.traceId}. No link is shown if a value is missing."
              >
                <TextArea mono value={stored.query} onChange={(query) => set({ query })} />
              </FormField>
            )}
          </>
        )}
      </FormFields>
    </fieldset>
  );
}

function shown(shift: string | undefined): string {
  return shift === '0' || !shift ? '' : shift;
}
