/** The Alertmanager choice: the built-in one, external Alertmanagers, or both. */
import type {
  AlertmanagerChoice,
  ChoiceAnswer,
  DroppedAlertmanager,
  ExternalAlertmanager,
} from '../../../../kernel/apiTypes';

/** `reason` says why it receives no alerts. */
export type ExternalAlertmanagerStatus = ExternalAlertmanager & Partial<DroppedAlertmanager>;

export const CHOICES: { value: AlertmanagerChoice; label: string }[] = [
  { value: 'internal', label: 'Built-in' },
  { value: 'all', label: 'Built-in and external' },
  { value: 'external', label: 'Only external' },
];

export function sentenceOf({
  alertmanagersChoice: choice,
  numExternalAlertmanagers: count,
}: ChoiceAnswer): string {
  if (count === 0) {
    return choice === 'internal'
      ? 'No external Alertmanager receives alerts. To add one, turn on “Receive alerts” in an Alertmanager data source.'
      : 'No external Alertmanager can receive alerts. The built-in Alertmanager sends the notifications.';
  }
  if (choice === 'internal')
    return count === 1
      ? 'Receive alerts is on in one data source, but only the built-in Alertmanager receives alerts.'
      : `Receive alerts is on in ${count} data sources, but only the built-in Alertmanager receives alerts.`;
  if (choice === 'all')
    return 'Alerts of rules are also sent to the external Alertmanagers below. Policies and silences here do not apply to those.';
  return 'Alerts of rules are sent only to the external Alertmanagers below. The policies here apply only to alerts that other servers post.';
}
