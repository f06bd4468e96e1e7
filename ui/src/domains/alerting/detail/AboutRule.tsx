/** The annotations, labels and notification settings of a rule. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Card } from '../../../design';
import { safeUrl } from '../../../data';
import type { RuleBody } from '../model/body';
import { panelUrl } from '../model/addresses';
import { isPrivate, type OneStatus } from '../model/rules';
import { contactPointUrl, policiesFor } from '../notify/addresses';
import { LabelList } from '../parts/LabelList';
import styles from './Detail.module.css';

const NAMES: Record<string, string> = {
  summary: 'Summary',
  description: 'Description',
  runbook_url: 'Runbook',
};

export function AboutRule({
  rule,
  folder,
  status,
}: {
  rule: RuleBody;
  folder: string;
  status: OneStatus | undefined;
}): ReactNode {
  const { annotations = {}, labels = {}, notification_settings: notification } = rule;
  const alertLabels = {
    ...labels,
    alertname: rule.title,
    ...(folder ? { grafana_folder: folder } : {}),
  };
  const shown = Object.entries({ ...annotations, ...status?.annotations }).filter(
    ([name]) => !isPrivate(name),
  );
  const { __dashboardUid__: dashboard, __panelId__: panel } = annotations;
  return (
    <Card>
      <dl className={styles.about}>
        {shown.map(([name, value]) => (
          <Entry key={name} name={NAMES[name] ?? name}>
            <Linked text={value} />
          </Entry>
        ))}
        {dashboard && (
          <Entry name="Dashboard">
            <Link href={panelUrl(dashboard, panel)}>Open linked panel</Link>
          </Entry>
        )}
        <Entry name="Labels">
          {Object.keys(labels).length > 0 ? <LabelList whole labels={labels} /> : 'None'}
        </Entry>
        {!rule.record && (
          <Entry name="Notifications">
            {notification?.receiver ? (
              <Link href={contactPointUrl(notification.receiver)}>
                {notification.receiver}, directly
              </Link>
            ) : (
              <Link href={policiesFor(alertLabels)}>Notification policies</Link>
            )}
          </Entry>
        )}
      </dl>
    </Card>
  );
}

function Entry({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Text is text; an address alone is a link. */
function Linked({ text }: { text: string }): ReactNode {
  const url = /^https?:\/\/\S+$/.test(text.trim()) ? safeUrl(text.trim()) : '';
  if (!url) return text;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}
