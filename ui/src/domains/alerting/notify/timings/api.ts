/** Mute timings on the server. */
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { request } from '../../../../kernel/api';
import type { TimingAnswer } from '../../../../kernel/apiTypes';
import { useAction, useApi } from '../../../../kernel/query';
import { UNREADABLE } from '../parts/unreadableParts';

export type Timing = TimingAnswer;

const TIMINGS = '/api/v1/alerting/mute-timings';
const TOUCHED = [
  TIMINGS,
  '/api/v1/provisioning/mute-timings',
  '/api/v1/alerting/policies',
  UNREADABLE,
];

const pathOf = (name: string) => `${TIMINGS}/${encodeURIComponent(name)}`;

export function useTimings(): UseQueryResult<Timing[]> {
  return useApi<Timing[]>(TIMINGS, { staleTime: 0 });
}

/** `from` is the stored name; none for a new one. */
export function useSaveTiming(
  onDone: () => void,
): UseMutationResult<Timing, Error, { from?: string; timing: Timing }> {
  return useAction(
    ({ from, timing }) =>
      from === undefined
        ? request<Timing>('POST', TIMINGS, { body: timing })
        : request<Timing>('PUT', pathOf(from), { body: timing }),
    {
      invalidates: TOUCHED,
      done: ({ name }) => `Mute timing “${name}” saved`,
      quiet: true,
      onDone,
    },
  );
}

export function useDeleteTiming(onDone: () => void): UseMutationResult<unknown, Error, string> {
  return useAction((name) => request('DELETE', pathOf(name)), {
    invalidates: TOUCHED,
    done: 'Mute timing deleted',
    onDone,
  });
}
