/** The address of the page as the dashboard's state. */
import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { formatUrl, parseUrl, type UrlState } from '../model/url';

export type SetUrl = (patch: Partial<UrlState>, options?: { replace?: boolean }) => void;

export function useUrlState(): [UrlState, SetUrl] {
  const search = useSearch();
  const url = useMemo(() => parseUrl(search), [search]);
  const setUrl = useCallback<SetUrl>((patch, { replace = false } = {}) => {
    // Read afresh: two changes in one turn must not undo each other.
    const next = formatUrl({ ...parseUrl(window.location.search), ...patch });
    if (next === window.location.search) return;
    navigate(window.location.pathname + next + window.location.hash, { replace });
  }, []);
  return [url, setUrl];
}
