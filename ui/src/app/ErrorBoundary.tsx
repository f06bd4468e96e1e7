import { Component, type ReactNode } from 'react';
import { Button, ErrorState, LinkButton, TopBar } from '../design';
import styles from './Shell.module.css';

interface State {
  error: unknown;
}

/** Keeps the navigation alive when a page crashes, and says what to do. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <>
        <TopBar title="Something went wrong" />
        <div className={styles.center}>
          {isMissingPart(error) ? (
            <ErrorState
              title="This page could not be loaded"
              error={
                new Error(
                  'The server was updated, or the connection was lost. Reload the page to continue.',
                )
              }
              actions={<Button onClick={() => window.location.reload()}>Reload</Button>}
            />
          ) : (
            <ErrorState
              title="This page could not be displayed"
              error={error}
              onRetry={() => this.setState({ error: null })}
              actions={<LinkButton href="/">Go home</LinkButton>}
            />
          )}
        </div>
      </>
    );
  }
}

/**
 * A chunk that did not arrive: the server was updated while the page stayed open, or it is away.
 */
function isMissingPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|module script|Unable to preload/i.test(error.message)
  );
}
