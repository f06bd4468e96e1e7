/** The editor for queries of a source: its own, one made from its schema, or its text or JSON. */
import { lazy, Suspense, type ReactNode } from 'react';
import { EmptyState, SkeletonRows } from '../design';
import { useApi } from '../kernel/query';
import type { QueryEditorProps } from '../sdk/datasource';
import { useSourceUi } from './datasources';

const JsonQueryEditor = lazy(() =>
  import('./JsonQueryEditor').then((m) => ({ default: m.JsonQueryEditor })),
);
const SchemaQueryEditor = lazy(() =>
  import('./SchemaQueryEditor').then((m) => ({ default: m.SchemaQueryEditor })),
);

export function SourceQueryEditor(props: QueryEditorProps): ReactNode {
  const plugin = props.source.meta?.id ?? props.source.type;
  const state = useSourceUi(plugin);
  if (state.state === 'failed')
    return (
      <EmptyState tone="error" title="The editor could not be loaded" code={state.message}>
        Check your connection and reload the page.
      </EmptyState>
    );
  const waiting = <SkeletonRows rows={1} />;
  if (state.state === 'loading') return waiting;
  if (state.state === 'none')
    return (
      <Suspense fallback={waiting}>
        <GeneratedEditor {...props} plugin={plugin} />
      </Suspense>
    );
  const { QueryEditor } = state.ui;
  return (
    <Suspense fallback={waiting}>
      <QueryEditor {...props} />
    </Suspense>
  );
}

interface PluginSchemas {
  querySchema?: Record<string, unknown> | null;
}

function GeneratedEditor({ plugin, ...props }: QueryEditorProps & { plugin: string }): ReactNode {
  const schemas = useApi<PluginSchemas>(`/api/plugins/${encodeURIComponent(plugin)}/settings`, {
    staleTime: Infinity,
  });
  if (schemas.isPending) return <SkeletonRows rows={1} />;
  const schema = schemas.data?.querySchema;
  return schema ? <SchemaQueryEditor {...props} schema={schema} /> : <JsonQueryEditor {...props} />;
}
