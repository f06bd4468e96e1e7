import {
  InlineField,
  InlineFields,
  Input,
  Select,
  Switch,
  type QueryEditorProps,
} from '@vedette/sdk';
import type { ReactNode } from 'react';
import { AUTO_LEGEND, kindOf, withKind, type PrometheusQuery, type QueryKind } from './model';

const kinds: { value: QueryKind; label: string }[] = [
  { value: 'range', label: 'Range' },
  { value: 'instant', label: 'Instant' },
  { value: 'both', label: 'Both' },
];

const formats: { value: 'time_series' | 'table' | 'heatmap'; label: string }[] = [
  { value: 'time_series', label: 'Time series' },
  { value: 'table', label: 'Table' },
  { value: 'heatmap', label: 'Heatmap' },
];

/** How the query is asked, and how its answer is named. */
export function Options({ query, app, onChange }: QueryEditorProps<PrometheusQuery>): ReactNode {
  const set = (change: Partial<PrometheusQuery>) => onChange({ ...query, ...change });
  return (
    <InlineFields>
      <InlineField label="Type">
        <Select
          size="sm"
          value={kindOf(query)}
          options={kinds}
          onChange={(kind) => onChange(withKind(query, kind))}
        />
      </InlineField>
      <InlineField label="Min step">
        <Input
          size="sm"
          mono
          placeholder="auto"
          value={query.interval ?? ''}
          onChange={(interval) => set({ interval: interval || undefined })}
        />
      </InlineField>
      {app !== 'explore' && (
        <InlineField label="Format">
          <Select
            size="sm"
            value={query.format ?? 'time_series'}
            options={formats}
            onChange={(format) => set({ format })}
          />
        </InlineField>
      )}
      <InlineField label="Legend">
        <Input
          size="sm"
          mono
          placeholder="auto"
          title="Use {{label}} to insert the value of a label."
          value={query.legendFormat === AUTO_LEGEND ? '' : (query.legendFormat ?? '')}
          onChange={(text) => set({ legendFormat: text || AUTO_LEGEND })}
        />
      </InlineField>
      <InlineField label="Exemplars">
        <Switch checked={query.exemplar ?? false} onChange={(exemplar) => set({ exemplar })} />
      </InlineField>
    </InlineFields>
  );
}
