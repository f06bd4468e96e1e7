/** The firing alerts that match a silence. */
import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { Card } from '../../../../design';
import { errorMessage } from '../../../../kernel/api';
import { LabelList } from '../../parts/LabelList';
import { useAlerts } from '../groups/api';
import { nonEmpty, matcherProblem, type Matcher } from '../../model/matchers';
import look from '../parts/Notify.module.css';

const SHOWN = 20;

export function MatchedAlerts({
  matchers,
  alertmanager,
}: {
  matchers: readonly Matcher[];
  alertmanager: string;
}): ReactNode {
  const deferred = useDeferredValue(matchers);
  const used = useMemo(() => nonEmpty(deferred), [deferred]);
  const isValid = used.length > 0 && !matcherProblem(used);
  const alerts = useAlerts({ alertmanager, matchers: used, enabled: isValid });
  const found = isValid ? (alerts.data ?? []) : [];
  return (
    <Card
      title="Matching alerts"
      subtitle={isValid && alerts.data ? `${found.length} firing now` : undefined}
      flush={found.length > 0}
    >
      {!isValid && <p className={look.dim}>Enter a label and its value to see matching alerts.</p>}
      {isValid && alerts.error && <p className={look.failing}>{errorMessage(alerts.error)}</p>}
      {isValid && alerts.data && found.length === 0 && (
        <p className={look.dim}>
          No matching alert is firing. Alerts that match later will be silenced.
        </p>
      )}
      {found.length > 0 && (
        <ul className={look.list} aria-label="Matching alerts">
          {found.slice(0, SHOWN).map((alert) => (
            <li key={alert.fingerprint} className={look.item}>
              <div className={look.main}>
                <span className={look.name}>
                  {alert.labels['alertname'] ?? 'Alert without a name'}
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
