/** Shows the policies that match an alert with given labels. */
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
  const deferred = useDeferredValue(text);
  const labels = useMemo(() => readLabels(deferred), [deferred]);
  const hasLabels = Object.keys(labels).length > 0;
  const explained = useExplained(labels, version);
  const found = hasLabels ? explained.data : undefined;
  useEffect(() => onExplained(found), [found, onExplained]);
  return (
    <Card title="Preview routing" subtitle="for an alert with these labels">
      <Input
        mono
        size="lg"
        aria-label="Labels of an alert"
        placeholder="team=payments severity=critical"
        value={text}
        onChange={setText}
      />
      {explained.error && hasLabels && (
        <p className={look.failing}>{errorMessage(explained.error)}</p>
      )}
      {found && (
        <div className={styles.routes} aria-live="polite">
          {found.routes.map((route) => (
            <p key={placeKey(route.place)} className={styles.route}>
              <Send size={14} aria-hidden /> <strong>{route.receiver}</strong>
              {!route.receiverExists && (
                <Tag tone="crit" icon={TriangleAlert}>
                  Contact point not found
                </Tag>
              )}
              <span className={look.dim}>
                by{' '}
                {route.place.length === 0
                  ? 'the default policy'
                  : `policy ${route.place.map((each) => each + 1).join('.')}`}
                . Group by: {groupText(route.groupBy)}. Group wait {route.groupWait}. Repeat
                interval {route.repeatInterval}.
              </span>
              {found.isMuted && <Tag tone="warn">Muted now</Tag>}
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
