/** Everything a pane's queries answered, each kind in the picture that suits it. */
import { memo, useMemo, type ReactNode } from 'react';
import { SearchCode } from 'lucide-react';
import type { Frame } from '../../../data';
import { Button, EmptyState, SkeletonRows } from '../../../design';
import type { Views } from '../model/views';
import { usePaneResults } from '../session/paneContext';
import { GraphSection } from './GraphSection';
import { ResultPanel } from './ResultPanel';
import { Section } from './Section';
import { VolumeSection } from './VolumeSection';
import styles from './Explore.module.css';

export interface ResultsProps {
  views: Views;
  /** Whether the answers have their links already. */
  isLinked: boolean;
}

export const Results = memo(function Results({ views, isLinked }: ResultsProps): ReactNode {
  const { result, panelsState, refIds, shown, live, extras } = usePaneResults();
  const { graph, logs, table, trace, nodeGraph, flamegraph } = views;
  const traceOptions = useMemo(() => traceOptionsOf(panelsState), [panelsState]);
  const isFollowing = live.state !== 'off';
  const general = result.problems.filter(
    ({ refId }) => !refId || !refIds.split(' ').includes(refId),
  );
  const isEmpty = shown.frames.every(({ length }) => length === 0);
  const serviceGraph = extras.find(({ kind }) => kind === 'nodeGraph');
  const nodes = nodeGraph.length > 0 ? nodeGraph : (serviceGraph?.result.frames ?? []);

  if (result.state === 'loading' && result.frames.length === 0 && !isFollowing)
    return <SkeletonRows rows={6} />;
  return (
    <div className={styles.results} aria-busy={result.state === 'loading'}>
      {general.map((problem, index) => (
        <EmptyState
          key={index}
          tone="error"
          title="The queries could not be run"
          code={problem.message}
        />
      ))}
      {live.problem && (
        <EmptyState tone="error" title="The live tail has ended" code={live.problem} />
      )}
      {isFollowing && isEmpty && (
        <EmptyState title="Waiting for new rows">New rows appear here as they arrive.</EmptyState>
      )}
      {result.state === 'idle' && !isFollowing && isEmpty && <NothingAsked />}
      {result.state === 'done' && isLinked && isEmpty && !isFollowing && (
        <EmptyState title="No data">
          The queries returned no data. Use a longer time range or fewer filters.
        </EmptyState>
      )}
      {!isFollowing && <VolumeSection />}
      {hasRows(graph) && <GraphSection frames={graph} />}
      {hasRows(trace) && (
        <Section title="Trace" height={640}>
          <ResultPanel type="traces" title="Trace" frames={trace} options={traceOptions} />
        </Section>
      )}
      {hasRows(nodes) && (
        // Folded beside a trace, open where it is the answer: each begins anew.
        <Section
          key={String(hasRows(trace))}
          title="Node graph"
          height={480}
          isOpenFirst={!hasRows(trace)}
        >
          <ResultPanel type="nodeGraph" title="Node graph" frames={nodes} />
        </Section>
      )}
      {hasRows(logs) && <LogsSection frames={logs} />}
      {hasRows(flamegraph) && (
        <Section title="Flame graph" height={480}>
          <ResultPanel type="flamegraph" title="Flame graph" frames={flamegraph} />
        </Section>
      )}
      {hasRows(table) && (
        <Section title="Table" height={tableHeight(table)}>
          <ResultPanel type="table" title="Table" frames={table} options={TABLE_OPTIONS} />
        </Section>
      )}
      {!isFollowing && <LogsSample />}
    </div>
  );
});

const LOGS_OPTIONS = {
  showTime: true,
  wrapLogMessage: true,
  enableLogDetails: true,
  sortOrder: 'Descending',
};
const TABLE_OPTIONS = { showHeader: true, cellHeight: 'sm' };

/** A link may lead to one span of a trace. */
function traceOptionsOf(panelsState: Record<string, unknown> | undefined): {
  focusedSpanId: string;
} {
  const { spanId } = (panelsState?.['trace'] ?? {}) as { spanId?: unknown };
  return { focusedSpanId: typeof spanId === 'string' ? spanId : '' };
}

function hasRows(frames: readonly Frame[]): boolean {
  return frames.some(({ length }) => length > 0);
}

function NothingAsked(): ReactNode {
  return (
    <EmptyState icon={SearchCode} title="No query yet">
      Enter a query and select <strong>Run query</strong> (Shift+Enter).
    </EmptyState>
  );
}

function LogsSection({ frames }: { frames: readonly Frame[] }): ReactNode {
  const { logs, live } = usePaneResults();
  const rows = frames.reduce((sum, { length }) => sum + length, 0);
  const host = useMemo(() => ({ logs }), [logs]);
  const isFollowing = live.state !== 'off';
  return (
    <Section
      title="Logs"
      note={`${rows.toLocaleString()} ${rows === 1 ? 'line' : 'lines'}`}
      height={620}
    >
      <ResultPanel
        type="logs"
        title="Logs"
        frames={frames}
        options={LOGS_OPTIONS}
        host={host}
        isStreaming={isFollowing}
      />
    </Section>
  );
}

/**
 * Log lines beside a metric that was made of logs; asked for only when somebody wants to see them.
 */
function LogsSample(): ReactNode {
  const { offered, extras, addExtra } = usePaneResults();
  const sample = extras.find(({ kind }) => kind === 'logsSample');
  if (!sample)
    return offered.has('logsSample') ? (
      <div>
        <Button size="sm" onClick={() => addExtra('logsSample')}>
          Show sample log lines
        </Button>
      </div>
    ) : null;
  const [problem] = sample.result.problems;
  return (
    <Section title="Sample log lines" height={320}>
      {problem ? (
        <EmptyState tone="error" title="The sample could not be loaded" code={problem.message} />
      ) : (
        <ResultPanel
          type="logs"
          title="Sample log lines"
          frames={sample.result.frames}
          options={LOGS_OPTIONS}
        />
      )}
    </Section>
  );
}

/** High enough for what is in it, within limits. */
function tableHeight(frames: readonly Frame[]): number {
  const rows = Math.max(...frames.map(({ length }) => length));
  return Math.min(480, Math.max(160, 90 + rows * 30));
}
