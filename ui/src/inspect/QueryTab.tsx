import { useMemo, type ReactNode } from 'react';
import { Copy, RefreshCw } from 'lucide-react';
import { Button, EmptyState } from '../design';
import { notify } from '../kernel/events';
import type { QueryOutcome } from '../querying/outcome';
import { JsonEditor } from '../sdk/editor/JsonEditor';
import styles from './Inspect.module.css';

/** Answers longer than this are cut on screen; the copy holds everything. */
const LONGEST = 200_000;

export function QueryTab({
  result,
  onRefresh,
}: {
  result: QueryOutcome;
  onRefresh: () => void;
}): ReactNode {
  const { request, response, frames } = result;
  const executed = executedQueries(result);
  const text = useMemo(
    () => JSON.stringify({ request: request?.body, response }, null, 2),
    [request, response],
  );
  if (!request)
    return (
      <EmptyState title="No query has run yet">
        The panel has not been visible yet, or it has no query.
      </EmptyState>
    );
  const shown =
    text.length > LONGEST
      ? `${text.slice(0, LONGEST)}\n… ${text.length - LONGEST} more characters`
      : text;
  return (
    <div className={styles.stack}>
      <div className={styles.options}>
        <Button size="sm" icon={RefreshCw} onClick={onRefresh}>
          Refresh
        </Button>
        <Button
          size="sm"
          variant="ghost"
          icon={Copy}
          onClick={() =>
            void navigator.clipboard?.writeText(text).then(() => notify('Query copied', 'success'))
          }
        >
          Copy
        </Button>
        <span className={styles.hint}>
          POST /api/ds/query · {frames.length} {frames.length === 1 ? 'frame' : 'frames'}
        </span>
      </div>
      {executed.map(({ refId, text: query }) => (
        <div key={refId}>
          <h4 className={styles.heading}>Query {refId}</h4>
          <pre className={styles.query}>{query}</pre>
        </div>
      ))}
      <div className={styles.code}>
        <JsonEditor value={shown} label="Request and response" readOnly />
      </div>
    </div>
  );
}

/** What the source was really asked, in its own language. */
function executedQueries(result: QueryOutcome): { refId: string; text: string }[] {
  const found = new Map<string, string>();
  for (const { refId = '', meta } of result.frames) {
    if (meta?.executedQueryString && !found.has(refId)) found.set(refId, meta.executedQueryString);
  }
  return [...found].map(([refId, text]) => ({ refId, text }));
}
