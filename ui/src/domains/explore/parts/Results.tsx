/** Everything a pane's queries answered, each kind in the picture that suits it. */
import { useMemo, useState, type ReactNode } from 'react';
import { SearchCode } from 'lucide-react';
import type { FieldConfigSource, Frame } from '../../../data';
import { EmptyState, Select, SkeletonRows } from '../../../design';
import { useDecorated } from '../../../querying/decorate';
import { viewsOf } from '../model/views';
import { usePane } from '../session/paneContext';
import { ResultPanel } from './ResultPanel';
import { Section } from './Section';
import styles from './Explore.module.css';

export function Results(): ReactNode {
  const { result, sources, pane } = usePane();
  const decorated = useDecorated(result.frames, result.request, sources);
  const views = useMemo(() => viewsOf(decorated ?? []), [decorated]);
  const general = result.problems.filter(
    ({ refId }) => !refId || !pane.queries.some((query) => query.refId === refId),
  );
  const { graph, logs, table, trace, nodeGraph, flamegraph } = views;
  const isEmpty = result.state === 'done' && decorated && decorated.every(({ length }) => length === 0);

  if (result.state === 'loading' && result.frames.length === 0) return <SkeletonRows rows={6} />;
  return (
    <div className={styles.results} aria-busy={result.state === 'loading'}>
      {general.map((problem, index) => (
        <EmptyState key={index} tone="error" title="The queries could not be run" code={problem.message} />
      ))}
      {result.state === 'idle' && <NothingAsked />}
      {isEmpty ? (
        <EmptyState title="No data">
          The queries worked and found nothing. Widen the time range, or loosen a filter.
        </EmptyState>
      ) : (
        <>
          {graph.length > 0 && <GraphSection frames={graph} />}
          {trace.length > 0 && (
            <Section title="Trace" height={640}>
              <ResultPanel type="traces" title="Trace" frames={trace} />
            </Section>
          )}
          {nodeGraph.length > 0 && (
            <Section title="Node graph" height={480}>
              <ResultPanel type="nodeGraph" title="Node graph" frames={nodeGraph} />
            </Section>
          )}
          {logs.length > 0 && (
            <Section title="Logs" height={620}>
              <ResultPanel type="logs" title="Logs" frames={logs} options={LOGS_OPTIONS} />
            </Section>
          )}
          {flamegraph.length > 0 && (
            <Section title="Flame graph" height={480}>
              <ResultPanel type="flamegraph" title="Flame graph" frames={flamegraph} />
            </Section>
          )}
          {table.length > 0 && (
            <Section title="Table" height={tableHeight(table)}>
              <ResultPanel type="table" title="Table" frames={table} options={TABLE_OPTIONS} />
            </Section>
          )}
        </>
      )}
    </div>
  );
}

const LOGS_OPTIONS = { showTime: true, wrapLogMessage: true, enableLogDetails: true, sortOrder: 'Descending' };
const TABLE_OPTIONS = { showHeader: true, cellHeight: 'sm' };

function NothingAsked(): ReactNode {
  return (
    <EmptyState icon={SearchCode} title="Nothing is asked yet">
      Write a query above and press Run query, or Shift + Enter in the editor.
    </EmptyState>
  );
}

/** High enough for what is in it, within limits. */
function tableHeight(frames: readonly Frame[]): number {
  const rows = Math.max(...frames.map(({ length }) => length));
  return Math.min(480, Math.max(160, 90 + rows * 30));
}

type GraphStyle = 'lines' | 'bars' | 'points' | 'stacked-lines' | 'stacked-bars';

const STYLES: { value: GraphStyle; label: string }[] = [
  { value: 'lines', label: 'Lines' },
  { value: 'bars', label: 'Bars' },
  { value: 'points', label: 'Points' },
  { value: 'stacked-lines', label: 'Stacked lines' },
  { value: 'stacked-bars', label: 'Stacked bars' },
];

export function graphFields(style: GraphStyle): FieldConfigSource {
  const isStacked = style.startsWith('stacked');
  const drawStyle = style.endsWith('bars') ? 'bars' : style === 'points' ? 'points' : 'line';
  const fillOpacity = drawStyle === 'bars' ? 100 : isStacked ? 25 : 0;
  const custom = { drawStyle, fillOpacity, lineWidth: 1, stacking: { mode: isStacked ? 'normal' : 'none', group: 'A' } };
  return { defaults: { custom }, overrides: [] };
}

const GRAPH_OPTIONS = { legend: { displayMode: 'list', placement: 'bottom', showLegend: true }, tooltip: { mode: 'multi', sort: 'desc' } };

function GraphSection({ frames }: { frames: readonly Frame[] }): ReactNode {
  const [style, setStyle] = useState<GraphStyle>('lines');
  const fieldConfig = useMemo(() => graphFields(style), [style]);
  const count = frames.reduce((sum, { fields }) => sum + fields.filter(({ type }) => type === 'number').length, 0);
  return (
    <Section
      title="Graph"
      note={`${count} series`}
      height={340}
      actions={<Select size="sm" label="Graph style" value={style} options={STYLES} onChange={setStyle} />}
    >
      <ResultPanel type="timeseries" title="Graph" frames={frames} options={GRAPH_OPTIONS} fieldConfig={fieldConfig} />
    </Section>
  );
}
