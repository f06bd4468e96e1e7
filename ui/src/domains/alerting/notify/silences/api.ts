/** Silences of the built-in Alertmanager or of an external one. */
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../../../kernel/api';
import type { SavedSilence } from '../../../../kernel/apiTypes';
import { useAction } from '../../../../kernel/query';
import { amPath } from '../groups/api';
import { UNREADABLE } from '../parts/unreadableParts';
import type { Silence, SilenceBody } from './model';

const TOUCHED = ['/api/alertmanager', '/api/prometheus', UNREADABLE];

export function useSilences(alertmanager: string): UseQueryResult<Silence[]> {
  const path = `${amPath(alertmanager)}/silences`;
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => request<Silence[]>('GET', path, { signal }),
    refetchInterval: 30_000,
  });
}

export function useSilence(alertmanager: string, id: string): UseQueryResult<Silence> {
  const path = `${amPath(alertmanager)}/silence/${encodeURIComponent(id)}`;
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => request<Silence>('GET', path, { signal }),
    refetchOnWindowFocus: false,
  });
}

export function useSaveSilence(
  alertmanager: string,
  onDone: (id: string) => void,
): UseMutationResult<SavedSilence, Error, SilenceBody> {
  return useAction(
    (body) => request<SavedSilence>('POST', `${amPath(alertmanager)}/silences`, { body }),
    {
      invalidates: TOUCHED,
      done: 'Silence saved',
      quiet: true,
      onDone: ({ silenceID }) => onDone(silenceID),
    },
  );
}

export function useExpire(
  alertmanager: string,
  onDone: () => void,
): UseMutationResult<unknown, Error, string> {
  return useAction(
    (id) => request('DELETE', `${amPath(alertmanager)}/silence/${encodeURIComponent(id)}`),
    {
      invalidates: TOUCHED,
      done: 'Silence expired',
      onDone,
    },
  );
}
