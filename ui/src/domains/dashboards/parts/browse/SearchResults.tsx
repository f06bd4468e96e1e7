import type { ReactNode } from 'react';
import { SearchX } from 'lucide-react';
import {
  Button,
  EmptyState,
  ErrorState,
  Pager,
  ProgressBar,
  SkeletonRows,
} from '../../../../design';
import { useSearch } from '../../api';
import { isByTime, type BrowseFilters } from './filters';
import { HitRow } from './ItemRow';
import styles from './Browse.module.css';

const PAGE_SIZE = 50;

export interface SearchResultsProps {
  filters: BrowseFilters;
  folderUid: string;
  onClear: () => void;
  onPage: (page: number) => void;
}

/** A flat list of what the filters find, with the folder each is in. */
export function SearchResults({
  filters,
  folderUid,
  onClear,
  onPage,
}: SearchResultsProps): ReactNode {
  const { text, tags, starred, sort, page } = filters;
  const found = useSearch({
    query: text,
    tag: tags,
    starred: starred || undefined,
    type: starred || tags.length > 0 ? 'dash-db' : undefined,
    folderUIDs: folderUid ? [folderUid] : undefined,
    sort,
    limit: PAGE_SIZE,
    page,
  });
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.isPending) return <SkeletonRows rows={8} />;
  if (found.data.length === 0 && page === 1)
    return <NothingFound filters={filters} onClear={onClear} />;
  const hasNext = found.data.length === PAGE_SIZE;
  return (
    <>
      {found.isPlaceholderData && <ProgressBar />}
      <ul className={styles.list} data-by-time={isByTime(sort) || undefined}>
        {found.data.map((hit) => (
          <li key={`${hit.type}-${hit.uid}`}>
            <HitRow hit={hit} place />
          </li>
        ))}
      </ul>
      <Pager page={page} pages={hasNext ? page + 1 : page} open={hasNext} onChange={onPage} />
    </>
  );
}

function NothingFound({
  filters,
  onClear,
}: {
  filters: BrowseFilters;
  onClear: () => void;
}): ReactNode {
  const onlyStarred = filters.starred && filters.text === '' && filters.tags.length === 0;
  return (
    <EmptyState
      icon={SearchX}
      title={onlyStarred ? 'No starred dashboards yet' : 'No matching dashboards'}
      actions={<Button onClick={onClear}>Clear filters</Button>}
    >
      {onlyStarred
        ? 'Star a dashboard to see it here and on your home page.'
        : 'Search matches the words of dashboard and folder titles.'}
    </EmptyState>
  );
}
