/**
 * What a place shows when it has nothing to show: every state says what happened and what to do
 * next.
 */
import type { ReactNode } from 'react';
import { Copy, Inbox, RotateCcw, TriangleAlert, type LucideIcon } from 'lucide-react';
import { ApiError, errorMessage } from '../../kernel/api';
import { notify } from '../../kernel/events';
import { Button } from './Button';
import styles from './States.module.css';

export interface EmptyStateProps {
  title: string;
  icon?: LucideIcon;
  children?: ReactNode;
  actions?: ReactNode;
  tone?: 'plain' | 'error' | 'warn';
  /** Machine text: the failing expression, the source's own message. */
  code?: string;
}

export function EmptyState({
  title,
  icon: Icon = Inbox,
  children,
  actions,
  tone = 'plain',
  code,
}: EmptyStateProps): ReactNode {
  return (
    <div
      className={`${styles.state} ${styles[tone]}`}
      role={tone === 'error' ? 'alert' : undefined}
      title={code}
    >
      <div className={styles.icon}>
        <Icon size={18} aria-hidden />
      </div>
      <strong>{title}</strong>
      {children && <div className={styles.text}>{children}</div>}
      {code && <code>{code}</code>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  error: unknown;
  title?: string;
  onRetry?: () => void;
  actions?: ReactNode;
}

/** A failed request or a crashed part, with a retry and details to hand on. */
export function ErrorState({
  error,
  title = 'Loading failed',
  onRetry,
  actions,
}: ErrorStateProps): ReactNode {
  const copy = () => {
    void navigator.clipboard
      .writeText(details(error))
      .then(() => notify('Details copied', 'success'));
  };
  return (
    <EmptyState
      tone="error"
      icon={TriangleAlert}
      title={title}
      actions={
        <>
          {onRetry && (
            <Button icon={RotateCcw} onClick={onRetry}>
              Retry
            </Button>
          )}
          <Button variant="ghost" icon={Copy} onClick={copy}>
            Copy details
          </Button>
          {actions}
        </>
      }
    >
      {errorMessage(error)}
    </EmptyState>
  );
}

function details(error: unknown): string {
  const lines = [
    errorMessage(error),
    `Page: ${window.location.href}`,
    `Time: ${new Date().toISOString()}`,
  ];
  if (error instanceof ApiError) {
    lines.push(`Status: ${error.status}`);
    if (error.code) lines.push(`Code: ${error.code}`);
    if (error.traceId) lines.push(`Request: ${error.traceId}`);
  }
  return lines.join('\n');
}

export function Skeleton({
  width = '100%',
  height = 14,
}: {
  width?: number | string;
  height?: number | string;
}): ReactNode {
  return <span aria-hidden className={styles.skeleton} style={{ width, height }} />;
}

/** Grey lines where a list will be. */
export function SkeletonRows({ rows = 6 }: { rows?: number }): ReactNode {
  return (
    <div className={styles.rows} role="group" aria-busy="true" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} width={`${62 - ((row * 17) % 38)}%`} />
      ))}
    </div>
  );
}

export function Spinner({
  label = 'Loading',
  size = 18,
}: {
  label?: string;
  size?: number;
}): ReactNode {
  return (
    <span role="status" className={styles.spinner} style={{ width: size, height: size }}>
      <span className="vd-sr">{label}</span>
    </span>
  );
}

/** The 2 px bar over something that refreshes while its old content stays. */
export function ProgressBar(): ReactNode {
  return <div className={styles.progress} role="progressbar" aria-label="Loading" />;
}
