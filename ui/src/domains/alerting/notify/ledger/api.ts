/** The ledger: why alerts were told or not, and what became of each message. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { request } from '../../../../kernel/api';
import { useAction } from '../../../../kernel/query';
import type { Labels } from '../../model/rules';
import type { Acknowledgement } from '../groups/api';

export type DeliveryState = 'pending' | 'sent' | 'failed' | 'superseded' | 'stale';

export interface Delivery {
  id: number;
  key: string;
  receiver: string;
  integrationType: string;
  sequence: number;
  reason: string;
  state: DeliveryState;
  sentence: string;
  outcome: string;
  /** Fingerprints. */
  firing: string[];
  resolved: string[];
  attempts: number;
  created: string;
  finished: string | null;
  due: string | null;
}

export interface Entry {
  id: number;
  time: string;
  fingerprint: string;
  labels: Labels;
  ruleUid: string;
  receiver: string;
  decision: string;
  sentence: string;
  delivery: Delivery | null;
}

export interface LedgerSearch {
  fingerprint?: string;
  ruleUid?: string;
  receiver?: string;
  state?: string;
  /** Words of the labels, or whole ones such as `team=web`. */
  search?: string;
  /** `now-24h`. */
  from: string;
}

interface LedgerPage {
  items: Entry[];
  next: number | null;
}

const LEDGER = '/api/v1/alerting/ledger';
const DELIVERIES = '/api/v1/alerting/deliveries';
const ALERTS = '/api/v1/alerting/alerts';

export function useLedger(search: LedgerSearch): UseInfiniteQueryResult<InfiniteData<LedgerPage>> {
  return useInfiniteQuery({
    queryKey: [LEDGER, search],
    queryFn: ({ pageParam, signal }) =>
      request<LedgerPage>('GET', LEDGER, {
        query: { ...search, before: pageParam, limit: 100 },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : 15_000),
  });
}

export interface TimelineEvent {
  time: string;
  kind: 'transition' | 'decision' | 'attempt' | 'acknowledgement';
  sentence: string;
  before?: string;
  after?: string;
  values?: Record<string, number>;
  decision?: string;
  deliveryId?: number | null;
  deliveryState?: DeliveryState | null;
  outcome?: string;
}

export interface Timeline {
  fingerprint: string;
  labels: Labels;
  ruleUid: string;
  state: 'normal' | 'firing' | 'resolved';
  acknowledgement: Acknowledgement | null;
  events: TimelineEvent[];
}

export function useTimeline(fingerprint: string, from: string): UseQueryResult<Timeline> {
  const path = `${ALERTS}/${encodeURIComponent(fingerprint)}/timeline`;
  return useQuery({
    queryKey: [path, from],
    queryFn: ({ signal }) =>
      request<Timeline>('GET', path, { query: { from, limit: 1000 }, signal }),
    refetchInterval: 10_000,
  });
}

export interface DeliveryDetail extends Delivery {
  alerts: {
    fingerprint: string;
    status: 'firing' | 'resolved';
    labels: Labels;
    annotations: Labels;
    startsAt: string;
    endsAt: string | null;
  }[];
  attemptList: {
    attempt: number;
    started: string;
    durationMs: number;
    outcome: string;
    answer: string;
    instance: string;
  }[];
}

export function useDelivery(id: number): UseQueryResult<DeliveryDetail> {
  const path = `${DELIVERIES}/${id}`;
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => request<DeliveryDetail>('GET', path, { signal }),
    refetchInterval: 5_000,
  });
}

export function useRetry(): UseMutationResult<Delivery, Error, number> {
  return useAction((id) => request<Delivery>('POST', `${DELIVERIES}/${id}/retry`), {
    invalidates: [LEDGER, DELIVERIES, ALERTS, '/api/v1/alerting/contact-points'],
    done: 'The message is sent again',
  });
}
