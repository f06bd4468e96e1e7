/** Asks before typed changes are thrown away. */
import { useEffect, useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../../../design';

export function useLeaveGuard(
  isChanged: boolean,
  onClose: () => void,
): { close: () => void; question: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isChanged]);
  return {
    close: () => (isChanged ? setAsking(true) : onClose()),
    question: isAsking && (
      <ConfirmDialog
        title="Discard your changes?"
        confirm="Discard changes"
        danger
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      >
        You have unsaved changes.
      </ConfirmDialog>
    ),
  };
}
