import type { ReactNode } from 'react';
import { SearchX } from 'lucide-react';
import { EmptyState, ErrorState } from '../../../design';
import { ApiError } from '../../../kernel/api';

export interface NotFoundStateProps {
  error: Error;
  /** Such as "alert rule". */
  what: string;
  /** Where a person may go instead. */
  actions: ReactNode;
  onRetry?: () => void;
}

/** A page that could not be read: links in messages outlive what they lead to. */
export function NotFoundState({ error, what, actions, onRetry }: NotFoundStateProps): ReactNode {
  if (!(error instanceof ApiError && error.status === 404))
    return <ErrorState error={error} actions={actions} {...(onRetry ? { onRetry } : {})} />;
  return (
    <EmptyState icon={SearchX} title={`The ${what} was not found`} actions={actions}>
      It may have been deleted, or the address is wrong.
    </EmptyState>
  );
}
