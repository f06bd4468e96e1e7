import type { ReactNode } from 'react';
import { RotateCcw } from 'lucide-react';
import { Button } from '../../../../design';
import { can } from '../../../../kernel/boot';
import { useRetry } from './api';

/** Sends a notification again that was given up. */
export function RetryButton({ id }: { id: number }): ReactNode {
  const retry = useRetry();
  if (!can('alerting:write')) return null;
  return (
    <Button size="sm" icon={RotateCcw} busy={retry.isPending} onClick={() => retry.mutate(id)}>
      Send again
    </Button>
  );
}
