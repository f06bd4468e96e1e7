/** The notification history: routing and delivery decisions with their reasons. */
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
import type {
  DecisionAnswer,
  DecisionPage,
  DeliveryAnswer,
  DeliveryDetails,
  TimelineAnswer,
} from '../../../../kernel/apiTypes';
import { useAction } from '../../../../kernel/query';

export type DeliveryState = Delivery['state'];

export type Delivery = DeliveryAnswer;

export type Entry = DecisionAnswer;

export interface HistorySearch {
  fingerprint?: string;
  ruleUid?: string;
  receiver?: string;
  state?: string;
  /** Words of the labels, or complete labels such as `team=web`. */
  search?: string;
  /** `now-24h`. */
  from: string;
}

const DECISIONS = '/api/v1/alerting/ledger';
const DELIVERIES = '/api/v1/alerting/deliveries';
const ALERTS = '/api/v1/alerting/alerts';

export function useNotificationHistory(
  search: HistorySearch,
): UseInfiniteQueryResult<InfiniteData<DecisionPage>> {
  return useInfiniteQuery({
    queryKey: [DECISIONS, search],
    queryFn: ({ pageParam, signal }) =>
      request<DecisionPage>('GET', DECISIONS, {
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

export type Timeline = Omit<TimelineAnswer, 'events'> & { events: TimelineEvent[] };

export function useTimeline(fingerprint: string, from: string): UseQueryResult<Timeline> {
  const path = `${ALERTS}/${encodeURIComponent(fingerprint)}/timeline`;
  return useQuery({
    queryKey: [path, from],
    queryFn: ({ signal }) =>
      request<Timeline>('GET', path, { query: { from, limit: 1000 }, signal }),
    refetchInterval: 10_000,
  });
}

export type DeliveryDetail = DeliveryDetails;

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
    invalidates: [DECISIONS, DELIVERIES, ALERTS, '/api/v1/alerting/contact-points'],
    done: 'Notification queued to be sent again',
  });
}
