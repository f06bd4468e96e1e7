/** What stands in a panel before or instead of its picture. */
import { lazy, Suspense, type ReactNode } from 'react';
import { RotateCcw, TriangleAlert } from 'lucide-react';
import { Button } from '../../../../design/components/Button';
import { EmptyState } from '../../../../design/components/States';
import styles from './Panel.module.css';

/** The place a state stands in; `data-panel-state` says which kind it is. */
export function State({
  state,
  children,
}: {
  state: 'unsupported' | 'error' | 'empty';
  children: ReactNode;
}): ReactNode {
  return (
    <div className={styles.state} data-panel-state={state}>
      <Suspense>{children}</Suspense>
    </div>
  );
}

/** Quiet grid lines where a chart is about to be. */
export function PanelSkeleton(): ReactNode {
  return (
    <div className={styles.skeleton} role="img" aria-label="Loading" data-panel-state="waiting">
      <svg preserveAspectRatio="none" viewBox="0 0 300 100" aria-hidden>
        <path d="M0 70C30 60 40 40 70 46S120 84 150 66s50-40 80-30 40 30 70 20" />
      </svg>
    </div>
  );
}

export function BrokenState({
  message,
  onRetry,
}: {
  message: string;
  onRetry?: () => void;
}): ReactNode {
  return (
    <EmptyState
      icon={TriangleAlert}
      tone="error"
      title="This panel could not be rendered"
      code={message}
      actions={
        onRetry && (
          <Button size="sm" icon={RotateCcw} onClick={onRetry}>
            Retry
          </Button>
        )
      }
    />
  );
}

// Most panels have something to draw: the words for those that have not come later.
const words = () => import('./PanelStates');

/** Fetches them before they are needed: a server that is away cannot send them. */
export const preloadStates = (): void => void words().catch(() => {});

export const LibraryState = lazy(() => words().then((m) => ({ default: m.LibraryState })));
export const NoDataState = lazy(() => words().then((m) => ({ default: m.NoDataState })));
export const NoQueryState = lazy(() => words().then((m) => ({ default: m.NoQueryState })));
export const NoSourceState = lazy(() => words().then((m) => ({ default: m.NoSourceState })));
export const PlannedState = lazy(() => words().then((m) => ({ default: m.PlannedState })));
export const ProblemState = lazy(() => words().then((m) => ({ default: m.ProblemState })));
export const UnknownTypeState = lazy(() => words().then((m) => ({ default: m.UnknownTypeState })));
