/** Who is told of alerts of rules: the policies, Alertmanagers among the data sources, or both. */
import type {
  Choice,
  ChoiceAnswer,
  DroppedAlertmanager,
  ExternalAlertmanager,
} from '../../../../kernel/apiTypes';

export type { Choice };

export type Handing = ChoiceAnswer;

/** `reason` says why it receives nothing. */
export type HandedTo = ExternalAlertmanager & Partial<DroppedAlertmanager>;

export const CHOICES: { value: Choice; label: string }[] = [
  { value: 'internal', label: 'These policies' },
  { value: 'all', label: 'These policies and other Alertmanagers' },
  { value: 'external', label: 'Other Alertmanagers alone' },
];

export function sentenceOf({
  alertmanagersChoice: choice,
  numExternalAlertmanagers: count,
}: Handing): string {
  if (count === 0) {
    return choice === 'internal'
      ? 'No data source asks for alerts: switch on Receive alerts in the settings of an Alertmanager.'
      : 'No data source can be handed alerts now, so these policies tell them.';
  }
  if (choice === 'internal')
    return count === 1
      ? 'One data source asks for alerts, and gets none.'
      : `${count} data sources ask for alerts, and get none.`;
  if (choice === 'all')
    return 'Alerts of rules also go to the Alertmanagers below, whatever silences and policies say.';
  return 'Alerts of rules go to the Alertmanagers below alone. These policies are asked for what other servers post.';
}
