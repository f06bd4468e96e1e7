import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import {
  currentNotices,
  dismissNotice,
  onNotices,
  type AppNotice,
  type NoticeKind,
} from '../../kernel/events';
import { Button, IconButton } from './Button';
import styles from './Toaster.module.css';

const icons = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleX,
} satisfies Record<NoticeKind, unknown>;
const lifetime: Record<NoticeKind, number> = {
  info: 5000,
  success: 4000,
  warning: 9000,
  error: 12_000,
};

/** Shows notices at the edge of the window, above open dialogs too. */
export function Toaster(): ReactNode {
  const notices = useSyncExternalStore(onNotices, currentNotices);
  const box = useRef<HTMLDivElement>(null);
  const newest = notices.at(-1)?.id;
  useEffect(() => {
    const element = box.current;
    if (newest === undefined || !element) return;
    // Entering the top layer again puts it over a dialog that opened since.
    if (element.matches(':popover-open')) element.hidePopover?.();
    element.showPopover?.();
  }, [newest]);
  return (
    <div
      ref={box}
      popover="manual"
      className={styles.toaster}
      role="region"
      aria-label="Notifications"
      aria-live="polite"
    >
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function Toast({ notice }: { notice: AppNotice }): ReactNode {
  const { id, kind, message, detail, action } = notice;
  const hovered = useRef(false);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!hovered.current) dismissNotice(id);
    }, lifetime[kind]);
    return () => clearInterval(timer);
  }, [id, kind]);
  const Icon = icons[kind];
  return (
    <div
      className={`${styles.toast} ${styles[kind]}`}
      role={kind === 'error' ? 'alert' : undefined}
      onPointerEnter={() => (hovered.current = true)}
      onPointerLeave={() => (hovered.current = false)}
    >
      <Icon size={16} aria-hidden className={styles.icon} />
      <div className={styles.text}>
        {message}
        {detail && <small>{detail}</small>}
      </div>
      {action && (
        <Button
          size="sm"
          onClick={() => {
            dismissNotice(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon={X} size="sm" label="Dismiss" onClick={() => dismissNotice(id)} />
    </div>
  );
}
