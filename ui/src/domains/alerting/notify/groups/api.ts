/** Active alerts, alert groups and acknowledgements on the server. */
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../../../kernel/api';
import type {
  AcknowledgementAnswer,
  AlertAnswer,
  AlertGroupAnswer,
  AlertStatus,
} from '../../../../kernel/apiTypes';
import { useAction } from '../../../../kernel/query';
import { matcherText, type Matcher } from '../../model/matchers';

/** The built-in Alertmanager. External ones are named by the uid of their data source. */
export const BUILT_IN = 'grafana';

export const amPath = (alertmanager: string): string =>
  `/api/alertmanager/${encodeURIComponent(alertmanager)}/api/v2`;

/** Other Alertmanagers may leave out the address of the rule, and mute timings. */
export type ActiveAlert = Omit<AlertAnswer, 'generatorURL' | 'status'> & {
  generatorURL?: string;
  status: Omit<AlertStatus, 'mutedBy'> & { mutedBy?: string[] };
};

export type AlertGroup = Omit<AlertGroupAnswer, 'alerts'> & { alerts: ActiveAlert[] };

export interface AlertsQuery {
  alertmanager?: string;
  matchers?: readonly Matcher[];
  enabled?: boolean;
}

export function useAlerts({
  alertmanager = BUILT_IN,
  matchers = [],
  enabled = true,
}: AlertsQuery = {}): UseQueryResult<ActiveAlert[]> {
  const path = `${amPath(alertmanager)}/alerts`;
  const filter = matchers.map(matcherText);
  return useQuery({
    queryKey: [path, filter],
    enabled,
    queryFn: ({ signal }) => request<ActiveAlert[]>('GET', path, { query: { filter }, signal }),
    refetchInterval: 15_000,
  });
}

export function useGroups(): UseQueryResult<AlertGroup[]> {
  const path = `${amPath(BUILT_IN)}/alerts/groups`;
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => request<AlertGroup[]>('GET', path, { signal }),
    refetchInterval: 15_000,
  });
}

export type Acknowledgement = AcknowledgementAnswer;

const ACKNOWLEDGEMENTS = '/api/v1/alerting/acknowledgements';
const TOUCHED = [ACKNOWLEDGEMENTS, '/api/v1/alerting/alerts'];

/** The acknowledgements of firing alerts. */
export function useAcknowledgements(): UseQueryResult<Acknowledgement[]> {
  return useQuery({
    queryKey: [ACKNOWLEDGEMENTS],
    queryFn: ({ signal }) => request<Acknowledgement[]>('GET', ACKNOWLEDGEMENTS, { signal }),
    refetchInterval: 15_000,
  });
}

const pathOf = (fingerprint: string) =>
  `/api/v1/alerting/alerts/${encodeURIComponent(fingerprint)}/acknowledgement`;

export function useAcknowledge(
  onDone: () => void,
): UseMutationResult<unknown, Error, { fingerprint: string; comment: string }> {
  return useAction(
    ({ fingerprint, comment }) => request('POST', pathOf(fingerprint), { body: { comment } }),
    {
      invalidates: TOUCHED,
      done: 'Alert acknowledged. Repeat notifications are paused while it fires.',
      onDone,
    },
  );
}

export function useWithdraw(): UseMutationResult<unknown, Error, string> {
  return useAction((fingerprint) => request('DELETE', pathOf(fingerprint)), {
    invalidates: TOUCHED,
    done: 'Acknowledgement withdrawn. Repeat notifications are sent again.',
  });
}
