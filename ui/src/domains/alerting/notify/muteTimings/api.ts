/** Mute timings on the server. */
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { request } from '../../../../kernel/api';
import type { TimingAnswer } from '../../../../kernel/apiTypes';
import { useAction, useApi } from '../../../../kernel/query';
import { UNREADABLE } from '../parts/unreadableParts';

export type MuteTiming = TimingAnswer;

const MUTE_TIMINGS = '/api/v1/alerting/mute-timings';
const TOUCHED = [
  MUTE_TIMINGS,
  '/api/v1/provisioning/mute-timings',
  '/api/v1/alerting/policies',
  UNREADABLE,
];

const pathOf = (name: string) => `${MUTE_TIMINGS}/${encodeURIComponent(name)}`;

export function useMuteTimings(): UseQueryResult<MuteTiming[]> {
  return useApi<MuteTiming[]>(MUTE_TIMINGS, { staleTime: 0 });
}

/** `from` is the stored name; undefined for a new mute timing. */
export function useSaveMuteTiming(
  onDone: () => void,
): UseMutationResult<MuteTiming, Error, { from?: string; timing: MuteTiming }> {
  return useAction(
    ({ from, timing }) =>
      from === undefined
        ? request<MuteTiming>('POST', MUTE_TIMINGS, { body: timing })
        : request<MuteTiming>('PUT', pathOf(from), { body: timing }),
    {
      invalidates: TOUCHED,
      done: ({ name }) => `Mute timing “${name}” saved`,
      quiet: true,
      onDone,
    },
  );
}

export function useDeleteMuteTiming(onDone: () => void): UseMutationResult<unknown, Error, string> {
  return useAction((name) => request('DELETE', pathOf(name)), {
    invalidates: TOUCHED,
    done: 'Mute timing deleted',
    onDone,
  });
}
