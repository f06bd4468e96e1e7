import type { ReactNode } from 'react';
import { Compass } from 'lucide-react';
import { useLocation } from 'wouter';
import { EmptyState, LinkButton, TopBar } from '../design';
import styles from './Shell.module.css';

export function NotFound(): ReactNode {
  const [path] = useLocation();
  return (
    <>
      <TopBar title="Page not found" />
      <div className={styles.center}>
        <EmptyState
          icon={Compass}
          title="Page not found"
          code={path}
          actions={
            <>
              <LinkButton href="/">Go home</LinkButton>
              <LinkButton href="/dashboards" variant="ghost">
                Browse dashboards
              </LinkButton>
            </>
          }
        >
          The link may be outdated, or the item was deleted.
        </EmptyState>
      </div>
    </>
  );
}
