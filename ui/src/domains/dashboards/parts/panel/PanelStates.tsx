/**
 * What stands in a panel that has nothing to draw: each state says what happened and what can be
 * done.
 */
import type { ReactNode } from 'react';
import {
  ChartLine,
  Clock3,
  Copy,
  Lock,
  PlugZap,
  Puzzle,
  RotateCcw,
  SearchX,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import { Button, LinkButton } from '../../../../design/components/Button';
import { EmptyState } from '../../../../design/components/States';
import { can } from '../../../../kernel/boot';
import { notify } from '../../../../kernel/events';
import { problemDetails, type ProblemKind, type QueryProblem } from '../../../../querying/response';
import styles from './Panel.module.css';

interface Wording {
  icon: LucideIcon;
  tone: 'plain' | 'error' | 'warn';
  title: (source: string) => string;
  text: (problem: QueryProblem, source: string) => string | undefined;
}

const answered = (problem: QueryProblem, source: string) =>
  problem.status === undefined ? source : `${source} returned status ${problem.status}`;

const WORDINGS: Record<ProblemKind, Wording> = {
  query: { icon: TriangleAlert, tone: 'error', title: () => 'Query failed', text: answered },
  request: { icon: TriangleAlert, tone: 'error', title: () => 'Query failed', text: answered },
  refused: {
    icon: Lock,
    tone: 'warn',
    title: (source) => `${source} rejected the query`,
    text: () => 'Check the credentials in the data source settings.',
  },
  forbidden: {
    icon: Lock,
    tone: 'plain',
    title: (source) => `No permission to query “${source}”`,
    text: () => 'Ask an administrator for permission to query this data source.',
  },
  missing: {
    icon: SearchX,
    tone: 'error',
    title: (source) => `Data source “${source}” was not found`,
    text: () =>
      'It may have been deleted or renamed. Choose another data source in the panel JSON, or add it again.',
  },
  timeout: {
    icon: Clock3,
    tone: 'warn',
    title: (source) => `${source} timed out`,
    text: () => 'Use a shorter time range or a simpler query.',
  },
  offline: {
    icon: PlugZap,
    tone: 'warn',
    title: (source) => `No response from ${source}`,
    text: () => 'The panel retries at the next refresh.',
  },
};

export interface ProblemStateProps {
  problem: QueryProblem;
  panelTitle: string;
  onRetry: () => void;
}

export function ProblemState({ problem, panelTitle, onRetry }: ProblemStateProps): ReactNode {
  const wording = WORDINGS[problem.kind];
  const source = problem.source || (problem.status === 0 ? 'The server' : 'The data source');
  const copy = () => {
    void navigator.clipboard
      ?.writeText(problemDetails(problem, panelTitle))
      .then(() => notify('Details copied', 'success'));
  };
  return (
    <EmptyState
      icon={wording.icon}
      tone={wording.tone}
      title={wording.title(source)}
      code={problem.kind === 'missing' ? undefined : problem.message}
      actions={
        <>
          <Button size="sm" icon={RotateCcw} onClick={onRetry}>
            Retry
          </Button>
          <Button size="sm" variant="ghost" icon={Copy} onClick={copy}>
            Copy details
          </Button>
        </>
      }
    >
      {wording.text(problem, source)}
    </EmptyState>
  );
}

export interface NoDataProps {
  /** The panel's own words for it, where its options hold some. */
  text?: string;
  durationMs?: number;
  onInspect?: () => void;
}

export function NoDataState({ text, durationMs, onInspect }: NoDataProps): ReactNode {
  if (text) return <div className={styles.noValue}>{text}</div>;
  const took = durationMs === undefined ? '' : ` The query took ${Math.round(durationMs)} ms.`;
  return (
    <EmptyState
      icon={ChartLine}
      title="No data in this time range"
      actions={
        onInspect && (
          <Button size="sm" variant="ghost" onClick={onInspect}>
            Inspect query
          </Button>
        )
      }
    >
      {`The query returned no data.${took}`}
    </EmptyState>
  );
}

export function NoQueryState(): ReactNode {
  return (
    <EmptyState icon={ChartLine} title="No query">
      Add a query in the panel JSON.
    </EmptyState>
  );
}

export function NoSourceState(): ReactNode {
  return (
    <EmptyState
      icon={PlugZap}
      title="No data source yet"
      actions={
        can('datasources:write') && (
          <LinkButton size="sm" href="/datasources/new">
            Add a data source
          </LinkButton>
        )
      }
    >
      Add a data source to query data in this panel.
    </EmptyState>
  );
}

export function PlannedState({ type }: { type: string }): ReactNode {
  return (
    <EmptyState icon={Puzzle} title="Not supported">
      Panels of type “{type}” are not supported yet. The panel is stored unchanged.
    </EmptyState>
  );
}

export function UnknownTypeState({ type }: { type: string }): ReactNode {
  return (
    <EmptyState icon={Puzzle} title={`Unknown panel type “${type}”`}>
      No installed plugin supports this type. The panel is stored unchanged.
    </EmptyState>
  );
}

export function LibraryState({ name }: { name: string }): ReactNode {
  return (
    <EmptyState icon={Puzzle} title="Not supported">
      {name ? `“${name}” is a library panel. ` : 'This is a library panel. '}Library panels are not
      supported yet.
    </EmptyState>
  );
}
