/** Labels in, the way through the tree out. */
import { useDeferredValue, useEffect, useMemo, type ReactNode } from 'react';
import { Send, TriangleAlert } from 'lucide-react';
import { Card, Input, Tag } from '../../../../design';
import { errorMessage } from '../../../../kernel/api';
import { useQueryState } from '../../../../kernel/location';
import { useExplained, type Explained } from './api';
import { groupText, placeKey, readLabels } from './model';
import styles from './Policies.module.css';
import look from '../parts/Notify.module.css';

export function ExplainCard({
  version,
  onExplained,
}: {
  version: number;
  onExplained: (explained: Explained | undefined) => void;
}): ReactNode {
  const [text, setText] = useQueryState('labels', '', { replace: true });
  const asked = useDeferredValue(text);
  const labels = useMemo(() => readLabels(asked), [asked]);
  const isAsked = Object.keys(labels).length > 0;
  const explained = useExplained(labels, version);
  const found = isAsked ? explained.data : undefined;
  useEffect(() => onExplained(found), [found, onExplained]);
  return (
    <Card title="Which policy would this take?" subtitle="labels of an alert">
      <Input
        mono
        size="lg"
        aria-label="Labels of an alert"
        placeholder="team=payments severity=critical"
        value={text}
        onChange={setText}
      />
      {explained.error && isAsked && (
        <p className={look.failing}>{errorMessage(explained.error)}</p>
      )}
      {found && (
        <div className={styles.answers} aria-live="polite">
          {found.routes.map((route) => (
            <p key={placeKey(route.place)} className={styles.answer}>
              <Send size={14} aria-hidden /> <strong>{route.receiver}</strong>
              {!route.receiverExists && (
                <Tag tone="crit" icon={TriangleAlert}>
                  There is no such contact point
                </Tag>
              )}
              <span className={look.dim}>
                by{' '}
                {route.place.length === 0
                  ? 'the default policy'
                  : `policy ${route.place.map((each) => each + 1).join('.')}`}
                , after {route.groupWait}, again every {route.repeatInterval}; grouped by{' '}
                {groupText(route.groupBy)}
              </span>
              {found.isMuted && <Tag tone="warn">Silent now</Tag>}
            </p>
          ))}
          <ul className={styles.sentences}>
            {found.sentences.map((sentence, index) => (
              <li key={index}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}
