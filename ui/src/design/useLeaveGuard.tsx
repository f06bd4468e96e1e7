/**
 * Asks before typed changes are discarded: by a link, a shortcut, Cancel, the back button, or
 * closing the window.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { guardLeaving } from '../kernel/leaving';
import { ConfirmDialog } from './components/Dialog';

export interface LeaveGuard {
  /** Runs at once where nothing would be lost. */
  leave: (go: () => void) => void;
  /** Lets the next way out pass: what was typed is saved. */
  letGo: () => void;
  question: ReactNode;
}

export function useLeaveGuard(isChanged: boolean): LeaveGuard {
  const [wanted, setWanted] = useState<{ go: () => void } | null>(null);
  const isOpen = useRef(false);

  useEffect(() => {
    if (!isChanged) return;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isOpen.current) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      const isPlain =
        event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      if (
        !link ||
        !isPlain ||
        isOpen.current ||
        link.target === '_blank' ||
        link.origin !== window.location.origin
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      setWanted({ go: () => link.click() });
    };
    const release = guardLeaving((go) => (isOpen.current ? go() : setWanted({ go })));
    window.addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick, true);
    return () => {
      release();
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [isChanged]);

  const letGo = () => {
    isOpen.current = true;
  };
  return {
    leave: (go) => (isChanged && !isOpen.current ? setWanted({ go }) : go()),
    letGo,
    question: wanted && (
      <ConfirmDialog
        title="Discard your changes?"
        confirm="Discard changes"
        danger
        onConfirm={() => {
          letGo();
          setWanted(null);
          wanted.go();
        }}
        onClose={() => setWanted(null)}
      >
        You have unsaved changes.
      </ConfirmDialog>
    ),
  };
}
