/** Contact points on the server. Secrets are written and never read. */
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { request } from '../../../../kernel/api';
import type {
  ContactPointAnswer,
  IntegrationWithHealth,
  TestResult,
} from '../../../../kernel/apiTypes';
import { useAction, useApi } from '../../../../kernel/query';
import type { IntegrationDraft, ReceiverForm } from './model';

export type Integration = IntegrationWithHealth;

export type ContactPoint = ContactPointAnswer;

const POINTS = '/api/v1/alerting/contact-points';
const TOUCHED = [
  POINTS,
  '/api/v1/provisioning/contact-points',
  '/api/v1/alerting/policies',
  '/api/alertmanager',
];

const pathOf = (name: string) => `${POINTS}/name/${encodeURIComponent(name)}`;

export function useContactPoints(): UseQueryResult<ContactPoint[]> {
  return useApi<ContactPoint[]>(POINTS, { staleTime: 0 });
}

export function useReceiverForms(): UseQueryResult<ReceiverForm[]> {
  return useApi<ReceiverForm[]>('/api/v1/alerting/receivers', { staleTime: Infinity });
}

export interface SaveContactPoint {
  /** The stored name, or the name of a new contact point. */
  from: string;
  name: string;
  integrations: readonly IntegrationDraft[];
}

export function useSaveContactPoint(
  onDone: () => void,
): UseMutationResult<ContactPoint, Error, SaveContactPoint> {
  return useAction(
    ({ from, name, integrations }) =>
      request<ContactPoint>('PUT', pathOf(from), {
        body: { name, integrations: integrations.map((each) => ({ ...each, name })) },
      }),
    {
      invalidates: TOUCHED,
      done: ({ name }) => `Contact point “${name}” saved`,
      quiet: true,
      onDone,
    },
  );
}

export function useDeleteContactPoint(
  onDone: () => void,
): UseMutationResult<unknown, Error, string> {
  return useAction((name) => request('DELETE', pathOf(name)), {
    invalidates: TOUCHED,
    done: 'Contact point deleted',
    onDone,
  });
}

export type { TestResult };

export interface TestRequest extends IntegrationDraft {
  name: string;
  /** Replaces the labels and annotations of the sample alert. */
  alert?: { labels: Record<string, string>; annotations: Record<string, string> };
}

export function useTest(): UseMutationResult<TestResult, Error, TestRequest> {
  return useAction((body) => request<TestResult>('POST', `${POINTS}/test`, { body }), {
    quiet: true,
  });
}
