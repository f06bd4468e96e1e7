import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { X } from 'lucide-react';
import { Button, IconButton } from './Button';
import styles from './Dialog.module.css';

export interface DialogProps {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  /** Buttons at the foot, the main one last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'full';
  children?: ReactNode;
}

/** A modal dialog on the native element: focus stays inside, Esc and a click beside it close it. */
export function Dialog(props: DialogProps): ReactNode {
  return <Modal {...props} className={`${styles.dialog} ${styles[props.size ?? 'md']}`} />;
}

/** A dialog that slides in from the right and uses the full height. */
export function Drawer(props: DialogProps): ReactNode {
  return <Modal {...props} className={`${styles.drawer} ${styles[props.size ?? 'md']}`} />;
}

function Modal({
  title,
  description,
  onClose,
  footer,
  children,
  className,
}: DialogProps & { className: string }): ReactNode {
  const titleId = useId();
  const descriptionId = useId();
  return (
    <NativeDialog
      onClose={onClose}
      className={className}
      labelledBy={titleId}
      describedBy={description ? descriptionId : undefined}
    >
      <header className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        <IconButton icon={X} label="Close" onClick={onClose} />
      </header>
      <div className={styles.body}>
        {description && (
          <div id={descriptionId} className={styles.description}>
            {description}
          </div>
        )}
        {children}
      </div>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </NativeDialog>
  );
}

export interface NativeDialogProps {
  onClose: () => void;
  className?: string;
  label?: string;
  labelledBy?: string;
  describedBy?: string;
  children: ReactNode;
}

/**
 * The bare modal, for content that brings its own frame (the command palette). Focuses
 * `[data-autofocus]`.
 */
export function NativeDialog(props: NativeDialogProps): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  const close = useRef(props.onClose);
  close.current = props.onClose;

  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, []);

  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const onCancel = (event: Event) => {
      event.preventDefault();
      close.current();
    };
    // Only a press that starts on the backdrop closes; a text selection dragged outside must not.
    const onPointerDown = (event: PointerEvent) => {
      if (event.target === dialog) close.current();
    };
    dialog.addEventListener('cancel', onCancel);
    dialog.addEventListener('pointerdown', onPointerDown);
    return () => {
      dialog.removeEventListener('cancel', onCancel);
      dialog.removeEventListener('pointerdown', onPointerDown);
    };
  }, []);

  return (
    <dialog
      ref={element}
      className={`${styles.native} ${props.className ?? ''}`}
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
    >
      <div className={styles.frame}>{props.children}</div>
    </dialog>
  );
}

export interface ConfirmProps {
  title: string;
  children: ReactNode;
  /** Says what happens: `Delete 3 dashboards`. */
  confirm: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog(props: ConfirmProps): ReactNode {
  return (
    <Dialog
      title={props.title}
      description={props.children}
      size="sm"
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            variant={props.danger ? 'danger' : 'primary'}
            busy={props.busy}
            onClick={props.onConfirm}
          >
            {props.confirm}
          </Button>
        </>
      }
    />
  );
}
