import { useMemo } from 'react';
import { setQuery, useQueryParams } from '../../../../kernel/location';

export const SORTS = [
  { value: '', label: 'Name (A–Z)' },
  { value: 'alpha-desc', label: 'Name (Z–A)' },
  { value: 'updated-desc', label: 'Last modified (newest first)' },
  { value: 'updated-asc', label: 'Last modified (oldest first)' },
];

/**
 * Whether the time of the last change gives the order; it is shown then on the smallest screens,
 * too.
 */
export function isByTime(sort = ''): boolean {
  return sort.startsWith('updated');
}

export interface BrowseFilters {
  text: string;
  tags: string[];
  starred: boolean;
  /** One of `SORTS`. */
  sort: string;
  /** From 1. */
  page: number;
}

export interface FilterState {
  filters: BrowseFilters;
  /** Whether anything narrows the list down. */
  active: boolean;
  set: (patch: Partial<BrowseFilters>) => void;
  clear: () => void;
}

/** The filters of the browse page, kept in its URL. */
export function useFilters(): FilterState {
  const params = useQueryParams();
  return useMemo(() => {
    const filters: BrowseFilters = {
      text: params.get('query') ?? '',
      tags: params.getAll('tag'),
      starred: params.get('starred') === 'true',
      sort: SORTS.find(({ value }) => value === params.get('sort'))?.value ?? '',
      page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    };
    const set = (patch: Partial<BrowseFilters>) => {
      const next = { ...filters, page: 1, ...patch };
      setQuery(
        {
          query: next.text,
          tag: next.tags,
          starred: next.starred ? 'true' : null,
          sort: next.sort,
          page: next.page > 1 ? String(next.page) : null,
        },
        { replace: patch.text !== undefined },
      );
    };
    return {
      filters,
      active: filters.text !== '' || filters.tags.length > 0 || filters.starred,
      set,
      clear: () => set({ text: '', tags: [], starred: false }),
    };
  }, [params]);
}
