/** Notification policies and inhibitions on the server. */
import {
  keepPreviousData,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { request } from '../../../../kernel/api';
import type {
  ExplainedPolicies,
  ExternalAlertmanagersAnswer,
  InhibitionAnswer,
  InhibitionsAnswer,
  PoliciesAnswer,
} from '../../../../kernel/apiTypes';
import { useAction, useApi } from '../../../../kernel/query';
import { UNREADABLE } from '../parts/unreadableParts';
import type { Choice, HandedTo, Handing } from './handing';
import type { Policy } from './model';

const POLICIES = '/api/v1/alerting/policies';
const INHIBITIONS = '/api/v1/alerting/inhibit-rules';
const HANDING = '/api/v1/ngalert';

export type StoredPolicies = PoliciesAnswer & { version: number };

export function usePolicies(): UseQueryResult<StoredPolicies> {
  return useApi<StoredPolicies>(POLICIES, { staleTime: 0 });
}

/** Refused where somebody else saved since the tree was read. */
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

/** Which policies an alert with these labels would take. */
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

export type InhibitRule = InhibitionAnswer;

export type Inhibitions = InhibitionsAnswer;

export function useInhibitions(): UseQueryResult<Inhibitions> {
  return useApi<Inhibitions>(INHIBITIONS, { staleTime: 0 });
}

/** Refused where somebody else saved since `version` was read. */
export function useSaveInhibitions(
  version: number | undefined,
  onDone?: () => void,
): UseMutationResult<unknown, Error, readonly InhibitRule[]> {
  return useAction(
    (rules) => request('PUT', INHIBITIONS, { body: { inhibit_rules: rules, version } }),
    {
      invalidates: [INHIBITIONS, '/api/alertmanager', POLICIES, UNREADABLE],
      done: 'Inhibitions saved',
      onDone,
    },
  );
}

export function useHanding(): UseQueryResult<Handing> {
  return useApi<Handing>(HANDING, { staleTime: 0 });
}

/** Data sources that are handed alerts, and those that can not be. */
export function useAlertmanagers(): HandedTo[] {
  const found = useApi<ExternalAlertmanagersAnswer>(`${HANDING}/alertmanagers`, { staleTime: 0 });
  return found.data
    ? [...found.data.data.activeAlertManagers, ...found.data.data.droppedAlertManagers]
    : [];
}

export function useChoose(): UseMutationResult<unknown, Error, Choice> {
  return useAction(
    (alertmanagersChoice) =>
      request('POST', `${HANDING}/admin_config`, { body: { alertmanagersChoice } }),
    {
      invalidates: [HANDING, POLICIES, '/api/alertmanager', UNREADABLE],
      done: 'Saved who is told',
    },
  );
}
