import {
  CodeEditor,
  InlineField,
  InlineFields,
  Input,
  Select,
  Switch,
  Tabs,
  type QueryEditorProps,
} from '@vedette/sdk';
import { useMemo, useRef, type ReactNode } from 'react';
import { tempoClient } from './client';
import { traceql } from './language';
import { tabOf, tabsFor, withTab, type TempoQuery } from './model';
import styles from './QueryEditor.module.css';
import { SearchForm } from './search/SearchForm';

const tables = [
  { value: 'traces' as const, label: 'Traces' },
  { value: 'spans' as const, label: 'Spans' },
  { value: 'raw' as const, label: 'Raw' },
];

export function QueryEditor({
  query,
  source,
  range,
  onChange,
  onRun,
}: QueryEditorProps<TempoQuery>): ReactNode {
  const latestRange = useRef(range);
  latestRange.current = range;
  const client = useMemo(() => tempoClient(source, () => latestRange.current), [source]);
  const extensions = useMemo(() => traceql(client), [client]);
  const tabs = useMemo(() => tabsFor(source), [source]);
  const tab = tabOf(query);
  const set = (change: Partial<TempoQuery>) => onChange({ ...query, ...change });
  return (
    <div className={styles.editor}>
      <Tabs
        label="Query type"
        tabs={tabs}
        value={tab}
        onChange={(id) => onChange(withTab(query, id))}
      />
      {tab === 'search' && <SearchForm query={query} client={client} onChange={onChange} />}
      {tab === 'traceql' && (
        <CodeEditor
          label="TraceQL"
          placeholder={'{ resource.service.name = "shop" && duration > 100ms }, or a trace ID'}
          value={query.query ?? ''}
          extensions={extensions}
          onChange={(text) => set({ query: text, queryType: 'traceql' })}
          onRun={onRun}
        />
      )}
      {tab === 'traceId' && (
        <Input
          mono
          aria-label="Trace ID"
          placeholder="Up to 32 hexadecimal digits"
          value={query.query ?? ''}
          onChange={(text) => set({ query: text.trim(), queryType: 'traceId' })}
          onKeyDown={(event) => event.key === 'Enter' && onRun()}
        />
      )}
      {tab === 'serviceMap' && (
        <ServiceGraph
          query={query}
          isReady={hasMetrics(source.jsonData)}
          onSet={set}
          onRun={onRun}
        />
      )}
      {(tab === 'search' || tab === 'traceql') && <Limits query={query} onSet={set} />}
    </div>
  );
}

interface PartProps {
  query: TempoQuery;
  onSet: (change: Partial<TempoQuery>) => void;
}

function Limits({ query, onSet }: PartProps): ReactNode {
  const number = (text: string) => (/^\d+$/.test(text) ? Number(text) : undefined);
  return (
    <InlineFields>
      <InlineField label="Limit">
        <Input
          size="sm"
          mono
          inputMode="numeric"
          placeholder="20"
          value={query.limit ?? ''}
          onChange={(text) => onSet({ limit: number(text) })}
        />
      </InlineField>
      <InlineField label="Spans per trace">
        <Input
          size="sm"
          mono
          inputMode="numeric"
          placeholder="3"
          value={query.spss ?? ''}
          onChange={(text) => onSet({ spss: number(text) })}
        />
      </InlineField>
      <InlineField label="Table">
        <Select
          size="sm"
          value={query.tableType ?? 'traces'}
          options={tables}
          onChange={(tableType) => onSet({ tableType })}
        />
      </InlineField>
    </InlineFields>
  );
}

function ServiceGraph({
  query,
  isReady,
  onSet,
  onRun,
}: PartProps & { isReady: boolean; onRun: () => void }): ReactNode {
  const stored = query.serviceMapQuery ?? '';
  return (
    <>
      {!isReady && (
        <p className={styles.note}>
          The service graph needs a Prometheus data source. Choose one in the settings of this data
          source.
        </p>
      )}
      <InlineFields>
        <InlineField label="Filter" isWide>
          <Input
            size="sm"
            mono
            placeholder={'{client="shop"}'}
            title="PromQL selector for the service graph metrics"
            value={[stored].flat().join(' ')}
            onChange={(text) => onSet({ serviceMapQuery: text })}
            onKeyDown={(event) => event.key === 'Enter' && onRun()}
          />
        </InlineField>
        <InlineField label="By namespace">
          <Switch
            checked={query.serviceMapIncludeNamespace ?? false}
            onChange={(serviceMapIncludeNamespace) => onSet({ serviceMapIncludeNamespace })}
          />
        </InlineField>
      </InlineFields>
    </>
  );
}

function hasMetrics(jsonData: Record<string, unknown> | undefined): boolean {
  return Boolean(
    (jsonData?.['serviceMap'] as { datasourceUid?: string } | undefined)?.datasourceUid,
  );
}
