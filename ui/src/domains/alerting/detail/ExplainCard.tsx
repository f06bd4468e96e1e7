/** Explains the latest evaluation; requested on demand. */
import { useState, type ReactNode } from 'react';
import { CircleHelp } from 'lucide-react';
import { Button, Card, ErrorState, SkeletonRows } from '../../../design';
import { useExplanation } from '../api';
import { inZone } from '../model/times';
import { LabelList } from '../parts/LabelList';
import { useZone } from '../parts/useZone';
import styles from './Explain.module.css';

const MOST = 100;

export function ExplainCard({ uid }: { uid: string }): ReactNode {
  const [isWanted, setWanted] = useState(false);
  const { data, error, isFetching, refetch } = useExplanation(uid, isWanted);
  const zone = useZone();
  const localized = (sentence: string) => inZone(sentence, zone);
  const ask = () => (isWanted ? void refetch() : setWanted(true));
  return (
    <Card
      title="Last evaluation"
      subtitle="result and next evaluation"
      actions={
        <Button size="sm" icon={CircleHelp} busy={isFetching} onClick={ask}>
          Explain
        </Button>
      }
    >
      {isFetching && !data && <SkeletonRows rows={2} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <div className={styles.explanation} aria-live="polite">
          <p>{localized(data.summary)}</p>
          <ul>
            {data.series.slice(0, MOST).map((each) => (
              <li key={JSON.stringify(each.labels)}>
                <LabelList labels={each.labels} /> {localized(each.sentence)}
              </li>
            ))}
          </ul>
          {data.series.length > MOST && (
            <p>And {(data.series.length - MOST).toLocaleString()} more series.</p>
          )}
          <p>{localized(data.next)}</p>
        </div>
      )}
    </Card>
  );
}
