/** Which policies alerts with the labels of the rule would take. */
import type { ReactNode } from 'react';
import { Send } from 'lucide-react';
import { useExplained } from '../api';
import { recordOf, type RuleDraft } from '../model/draft';
import styles from './Editor.module.css';

export function PolicyPreview({ draft }: { draft: RuleDraft }): ReactNode {
  const labels = { alertname: draft.title.trim() || 'the rule', ...recordOf(draft.labels), ...draft.thresholds?.levels[0]?.labels };
  const explained = useExplained(labels);
  if (explained.error) return <p className={styles.dim}>Which policy takes its alerts can not be told now: {explained.error.message}</p>;
  return (
    <div className={styles.policies} aria-live="polite">
      {explained.data?.routes.map((route) => (
        <p key={route.place.join('.')}>
          <Send size={14} aria-hidden /> <strong>{route.receiver}</strong>
          <span className={styles.dim}>
            after {route.groupWait}, again every {route.repeatInterval}, one message for each {groupText(route.groupBy)}
          </span>
        </p>
      ))}
      <details className={styles.details}>
        <summary>Why</summary>
        <ul>
          {explained.data?.sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
      <p className={styles.dim}>By the labels of the rule; those of its series count too.</p>
    </div>
  );
}

function groupText(names: readonly string[]): string {
  if (names.includes('...')) return 'alert';
  return names.length > 0 ? names.join(' and ') : 'organization';
}
