/** The policies that route the alerts of a rule, for each severity. */
import { useMemo, type ReactNode } from 'react';
import { Send } from 'lucide-react';
import { useSettled } from '../../../design/useSettled';
import { useFolders } from '../api';
import { useExplained } from '../evaluationApi';
import { recordOf, type RuleDraft } from '../model/draft';
import type { Labels } from '../model/rules';
import { LabelList } from '../parts/LabelList';
import styles from './Editor.module.css';

const TYPING_MS = 300;

export function PolicyPreview({ draft }: { draft: RuleDraft }): ReactNode {
  const folder = useFolders().data?.find(({ uid }) => uid === draft.folderUid)?.title;
  const common = {
    ...recordOf(draft.labels),
    alertname: draft.title.trim() || 'the rule',
    ...(folder ? { grafana_folder: folder } : {}),
  };
  const severities: readonly Labels[] = draft.thresholds?.levels.map(({ labels }) => labels) ?? [
    {},
  ];
  return (
    <div className={styles.policies} aria-live="polite">
      {severities.map((own, index) => (
        <Way key={index} own={own} labels={{ ...common, ...own }} />
      ))}
      <p className={styles.dim}>
        Based on the labels of the rule and its folder. Labels of the series can change the result.
      </p>
    </div>
  );
}

function Way({ own, labels }: { own: Labels; labels: Labels }): ReactNode {
  const asked = useSettled(JSON.stringify(labels), TYPING_MS);
  const explained = useExplained(useMemo(() => JSON.parse(asked) as Labels, [asked]));
  if (explained.error)
    return (
      <p className={styles.dim}>
        Cannot determine the matching policies: {explained.error.message}
      </p>
    );
  return (
    <div>
      <LabelList labels={own} />
      {explained.data?.routes.map((route) => (
        <p key={route.place.join('.')}>
          <Send size={14} aria-hidden /> <strong>{route.receiver}</strong>
          <span className={styles.dim}>
            Group wait {route.groupWait} · Repeat interval {route.repeatInterval} · Grouped by{' '}
            {groupText(route.groupBy)}
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
    </div>
  );
}

function groupText(names: readonly string[]): string {
  if (names.includes('...')) return 'all labels';
  return names.length > 0 ? names.join(', ') : 'no labels';
}
