import type { ReactNode } from 'react';
import { ErrorState } from '../design';
import styles from './Shell.module.css';

/** The server did not say who is signed in: nothing else can be drawn. */
export function BootFailure({
  error,
  onRetry,
}: {
  error: unknown;
  onRetry: () => void;
}): ReactNode {
  return (
    <main className={styles.alone}>
      <ErrorState title="Vedette could not start" error={error} onRetry={onRetry} />
    </main>
  );
}
