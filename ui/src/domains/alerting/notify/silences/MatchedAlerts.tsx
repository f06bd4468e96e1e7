/** The alerts a silence would keep quiet at the moment. */
import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { Card } from '../../../../design';
import { errorMessage } from '../../../../kernel/api';
import { LabelList } from '../../parts/LabelList';
import { useAlerts } from '../groups/api';
import { begun, matcherProblem, type Matcher } from '../parts/matchers';
import look from '../parts/Notify.module.css';

const SHOWN = 20;

export function MatchedAlerts({
  matchers,
  alertmanager,
}: {
  matchers: readonly Matcher[];
  alertmanager: string;
}): ReactNode {
  const asked = useDeferredValue(matchers);
  const used = useMemo(() => begun(asked), [asked]);
  const isAsked = used.length > 0 && !matcherProblem(used);
  const alerts = useAlerts({ alertmanager, matchers: used, enabled: isAsked });
  const found = isAsked ? (alerts.data ?? []) : [];
  return (
    <Card
      title="Alerts it would silence"
      subtitle={isAsked && alerts.data ? `${found.length} firing now` : undefined}
      flush={found.length > 0}
    >
      {!isAsked && <p className={look.dim}>Name a label and its value to see them.</p>}
      {isAsked && alerts.error && <p className={look.failing}>{errorMessage(alerts.error)}</p>}
      {isAsked && alerts.data && found.length === 0 && (
        <p className={look.dim}>None fires at the moment. Later ones will be silent.</p>
      )}
      {found.length > 0 && (
        <ul className={look.list} aria-label="Alerts it would silence">
          {found.slice(0, SHOWN).map((alert) => (
            <li key={alert.fingerprint} className={look.item}>
              <div className={look.main}>
                <span className={look.name}>
                  {alert.labels['alertname'] ?? 'An alert without a name'}
                </span>
                <LabelList labels={without(alert.labels)} />
              </div>
            </li>
          ))}
          {found.length > SHOWN && <li className={look.item}>and {found.length - SHOWN} more</li>}
        </ul>
      )}
    </Card>
  );
}

function without({ alertname: _name, ...labels }: Record<string, string>): Record<string, string> {
  return labels;
}
