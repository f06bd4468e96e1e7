import type { ReactNode } from 'react';
import { SearchX } from 'lucide-react';
import { EmptyState, ErrorState } from '../../../design';
import { ApiError } from '../../../kernel/api';

export interface NotFoundStateProps {
  error: Error;
  /** Such as "alert rule". */
  what: string;
  /** Links to other pages. */
  actions: ReactNode;
  onRetry?: () => void;
}

/** The error of a page. A resource can be missing, because links in notifications outlive it. */
export function NotFoundState({ error, what, actions, onRetry }: NotFoundStateProps): ReactNode {
  if (!(error instanceof ApiError && error.status === 404))
    return <ErrorState error={error} actions={actions} {...(onRetry ? { onRetry } : {})} />;
  return (
    <EmptyState icon={SearchX} title={`The ${what} was not found`} actions={actions}>
      It may have been deleted, or the address is wrong.
    </EmptyState>
  );
}
