/** What sources say of themselves, asked of a few at a time. */
import { useEffect, useState, type RefObject } from 'react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ApiError, request } from '../../kernel/api';
import type { SourceHealthAnswer } from '../../kernel/apiTypes';
import { inTurn } from './inTurn';

export interface Health {
  ok: boolean;
  message: string;
  milliseconds: number;
}

const FRESH = 60_000;

/** A failing source is an answer, not an error. */
export async function askHealth(uid: string, signal?: AbortSignal): Promise<Health> {
  const started = performance.now();
  const spent = () => Math.round(performance.now() - started);
  try {
    const path = `/api/datasources/uid/${encodeURIComponent(uid)}/health`;
    const { message } = await request<SourceHealthAnswer>('GET', path, { signal });
    return { ok: true, message, milliseconds: spent() };
  } catch (error) {
    if (error instanceof ApiError && error.status !== 0)
      return { ok: false, message: error.message, milliseconds: spent() };
    throw error;
  }
}

/** Asked once the row has been seen, and kept for a minute. */
export function useHealth(uid: string, isWanted: boolean): UseQueryResult<Health> {
  return useQuery<Health>({
    queryKey: [`/api/health-of-source/${uid}`],
    queryFn: ({ signal }) => inTurn(() => askHealth(uid, signal)),
    enabled: isWanted,
    staleTime: FRESH,
    retry: false,
  });
}

/** Whether an element has come into view. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!target || isSeen) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((one) => one.isIntersecting) && setSeen(true),
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
}
