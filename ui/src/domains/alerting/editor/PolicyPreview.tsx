/** Which policies alerts with the labels of the rule would take. */
import type { ReactNode } from 'react';
import { Route } from 'lucide-react';
import { useExplained } from '../api';
import { recordOf, type RuleDraft } from '../model/draft';
import styles from './Editor.module.css';

export function PolicyPreview({ draft }: { draft: RuleDraft }): ReactNode {
  const labels = { alertname: draft.title.trim() || 'the rule', ...recordOf(draft.labels), ...draft.thresholds?.levels[0]?.labels };
  const explained = useExplained(labels);
  if (explained.error) return <p className={styles.dim}>Which policy takes its alerts can not be told now: {explained.error.message}</p>;
  return (
    <div className={styles.policies} aria-live="polite">
      {(explained.data?.handles ?? []).map(({ place, receiver }) => (
        <p key={place}>
          <Route size={14} aria-hidden /> {place}: <strong>{receiver}</strong>
        </p>
      ))}
      <p className={styles.dim}>By the labels of the rule; those of its series count too.</p>
    </div>
  );
}
