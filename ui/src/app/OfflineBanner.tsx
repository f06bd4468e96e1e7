import { useEffect, useState, type ReactNode } from 'react';
import { Unplug } from 'lucide-react';
import { Button } from '../design';
import { request } from '../kernel/api';
import { queryClient } from '../kernel/query';
import { useReachable } from '../kernel/reachability';
import styles from './Shell.module.css';

const RETRY_SECONDS = 8;

/**
 * Says that the server does not answer, keeps asking, and refreshes the page's data once it does.
 */
export function OfflineBanner(): ReactNode {
  const reachable = useReachable();
  const [left, setLeft] = useState(RETRY_SECONDS);

  useEffect(() => {
    if (reachable) return;
    setLeft(RETRY_SECONDS);
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [reachable]);

  useEffect(() => {
    if (reachable || left > 0) return;
    setLeft(RETRY_SECONDS);
    void tryAgain();
  }, [reachable, left]);

  if (reachable) return null;
  return (
    <div role="status" className={styles.offline}>
      <Unplug size={15} aria-hidden />
      <span>
        {navigator.onLine ? 'The server is unavailable.' : 'You are offline.'} The data shown may be
        outdated. Retrying in {left} s.
      </span>
      <Button size="sm" onClick={() => void tryAgain()}>
        Try now
      </Button>
    </div>
  );
}

async function tryAgain(): Promise<void> {
  try {
    await request('GET', '/api/health');
    await queryClient.invalidateQueries();
  } catch {
    // Still away: the countdown goes on.
  }
}
