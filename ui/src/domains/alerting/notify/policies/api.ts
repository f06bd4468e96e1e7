/** Notification policies, inhibition rules and the Alertmanager choice on the server. */
import {
  keepPreviousData,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { request } from '../../../../kernel/api';
import type {
  AlertmanagerChoice,
  ChoiceAnswer,
  ExplainedPolicies,
  ExternalAlertmanagersAnswer,
  InhibitionAnswer,
  InhibitionsAnswer,
  PoliciesAnswer,
} from '../../../../kernel/apiTypes';
import { useAction, useApi } from '../../../../kernel/query';
import { UNREADABLE } from '../parts/unreadableParts';
import type { ExternalAlertmanagerStatus } from './alertmanagers';
import type { Policy } from './model';

const POLICIES = '/api/v1/alerting/policies';
const INHIBITION_RULES = '/api/v1/alerting/inhibit-rules';
const ALERTMANAGERS = '/api/v1/ngalert';

export type StoredPolicies = PoliciesAnswer & { version: number };

export function usePolicies(): UseQueryResult<StoredPolicies> {
  return useApi<StoredPolicies>(POLICIES, { staleTime: 0 });
}

/** Fails if the tree was saved by someone else after `version` was read. */
export function useSavePolicies(
  onDone?: () => void,
): UseMutationResult<unknown, Error, { root: Policy; version: number }> {
  return useAction(
    ({ root, version }) => request('PUT', POLICIES, { body: { ...root, version } }),
    {
      invalidates: [POLICIES, '/api/v1/alerting/contact-points', '/api/alertmanager', UNREADABLE],
      done: 'Notification policies saved',
      onDone,
    },
  );
}

export type Explained = ExplainedPolicies;

/** The policies that match an alert with these labels. */
export function useExplained(
  labels: Record<string, string>,
  version: number,
): UseQueryResult<Explained> {
  return useQuery({
    queryKey: [`${POLICIES}/explain`, 'tree', labels, version],
    enabled: Object.keys(labels).length > 0,
    queryFn: ({ signal }) =>
      request<Explained>('POST', `${POLICIES}/explain`, { body: { labels }, signal }),
    placeholderData: keepPreviousData,
  });
}

export type InhibitionRule = InhibitionAnswer;

export type InhibitionRules = InhibitionsAnswer;

export function useInhibitionRules(): UseQueryResult<InhibitionRules> {
  return useApi<InhibitionRules>(INHIBITION_RULES, { staleTime: 0 });
}

/** Fails if the rules were saved by someone else after `version` was read. */
export function useSaveInhibitionRules(
  version: number | undefined,
  onDone?: () => void,
): UseMutationResult<unknown, Error, readonly InhibitionRule[]> {
  return useAction(
    (rules) => request('PUT', INHIBITION_RULES, { body: { inhibit_rules: rules, version } }),
    {
      invalidates: [INHIBITION_RULES, '/api/alertmanager', POLICIES, UNREADABLE],
      done: 'Inhibition rules saved',
      onDone,
    },
  );
}

export function useAlertmanagerChoice(): UseQueryResult<ChoiceAnswer> {
  return useApi<ChoiceAnswer>(ALERTMANAGERS, { staleTime: 0 });
}

/** Data sources that receive alerts, and those that cannot. */
export function useExternalAlertmanagers(): ExternalAlertmanagerStatus[] {
  const found = useApi<ExternalAlertmanagersAnswer>(`${ALERTMANAGERS}/alertmanagers`, {
    staleTime: 0,
  });
  return found.data
    ? [...found.data.data.activeAlertManagers, ...found.data.data.droppedAlertManagers]
    : [];
}

export function useSaveAlertmanagerChoice(): UseMutationResult<unknown, Error, AlertmanagerChoice> {
  return useAction(
    (alertmanagersChoice) =>
      request('POST', `${ALERTMANAGERS}/admin_config`, { body: { alertmanagersChoice } }),
    {
      invalidates: [ALERTMANAGERS, POLICIES, '/api/alertmanager', UNREADABLE],
      done: 'Alertmanager choice saved',
    },
  );
}
