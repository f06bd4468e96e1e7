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
  problem.status === undefined ? source : `${source} answered ${problem.status}`;

const WORDINGS: Record<ProblemKind, Wording> = {
  query: { icon: TriangleAlert, tone: 'error', title: () => 'Query failed', text: answered },
  request: { icon: TriangleAlert, tone: 'error', title: () => 'Query failed', text: answered },
  refused: {
    icon: Lock,
    tone: 'warn',
    title: (source) => `${source} refused the query`,
    text: () => 'Its login is kept in the settings of the data source.',
  },
  forbidden: {
    icon: Lock,
    tone: 'plain',
    title: (source) => `You can’t query “${source}”`,
    text: () => 'Ask an administrator for permission to query this data source.',
  },
  missing: {
    icon: SearchX,
    tone: 'error',
    title: (source) => `Data source “${source}” was not found`,
    text: () =>
      'It may have been deleted or renamed. Choose another one in the panel’s JSON, or add it again.',
  },
  timeout: {
    icon: Clock3,
    tone: 'warn',
    title: (source) => `${source} took too long`,
    text: () => 'Try a shorter time range or a lighter query.',
  },
  offline: {
    icon: PlugZap,
    tone: 'warn',
    title: (source) => `No answer from ${source}`,
    text: () => 'The panel tries again with the next refresh.',
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
      {`Nothing was returned.${took}`}
    </EmptyState>
  );
}

export function NoQueryState(): ReactNode {
  return (
    <EmptyState icon={ChartLine} title="No query">
      Add a query in the panel’s JSON.
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
      This panel has nothing to ask until the server knows a data source.
    </EmptyState>
  );
}

export function PlannedState({ type }: { type: string }): ReactNode {
  return (
    <EmptyState icon={Puzzle} title="Not in this version">
      Panels of type “{type}” are kept as they are stored and will be drawn by a later version.
    </EmptyState>
  );
}

export function UnknownTypeState({ type }: { type: string }): ReactNode {
  return (
    <EmptyState icon={Puzzle} title={`Unknown panel type “${type}”`}>
      No plugin on this server draws it. The panel is kept as it is stored.
    </EmptyState>
  );
}

export function LibraryState({ name }: { name: string }): ReactNode {
  return (
    <EmptyState icon={Puzzle} title="Not in this version">
      {name ? `“${name}” is a library panel. ` : 'This is a library panel. '}Its content is stored
      apart from the dashboard.
    </EmptyState>
  );
}
