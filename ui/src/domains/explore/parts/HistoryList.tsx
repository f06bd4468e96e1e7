import { useState, type ReactNode } from 'react';
import { Copy, MessageSquare, Play, Star, Trash2 } from 'lucide-react';
import { formatTime } from '../../../data';
import {
  Button,
  EmptyState,
  ErrorState,
  Input,
  Pager,
  SearchInput,
  Select,
  SkeletonRows,
  IconButton,
} from '../../../design';
import { notify } from '../../../kernel/events';
import { useCommentPast, useDeletePast, useHistory, useStarPast, type PastQuery } from '../api';
import { byDay, entrySource } from '../model/history';
import type { KeptProps } from './keptProps';
import { QueryTexts } from './QueryTexts';
import styles from './Kept.module.css';

const PER_PAGE = 50;
const ORDER = [
  { value: 'time-desc' as const, label: 'Newest first' },
  { value: 'time-asc' as const, label: 'Oldest first' },
];

export function HistoryList({
  onlyStarred,
  ...kept
}: KeptProps & { onlyStarred: boolean }): ReactNode {
  const { sources, timeZone } = kept;
  const [text, setText] = useState('');
  const [source, setSource] = useState('');
  const [sort, setSort] = useState<'time-desc' | 'time-asc'>('time-desc');
  const [page, setPage] = useState(1);
  const found = useHistory({
    searchString: text,
    onlyStarred,
    datasourceUid: source ? [source] : [],
    sort,
    page,
    limit: PER_PAGE,
  });
  const result = found.data?.result;
  const first =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setPage(1);
    };
  const options = [
    { value: '', label: 'All data sources' },
    ...sources.list.map(({ uid, name }) => ({ value: uid, label: name })),
  ];

  return (
    <div className={styles.list}>
      <div className={styles.filters}>
        <SearchInput
          label="Search queries"
          placeholder="Search queries and comments"
          value={text}
          onChange={first(setText)}
        />
        <Select label="Data source" value={source} options={options} onChange={first(setSource)} />
        <Select label="Order" value={sort} options={ORDER} onChange={first(setSort)} />
      </div>
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <SkeletonRows rows={5} />}
      {result?.totalCount === 0 && (
        <Nothing onlyStarred={onlyStarred} isFiltered={text !== '' || source !== ''} />
      )}
      {byDay(result?.queryHistory ?? [], timeZone).map((day) => (
        <section key={day.title} aria-label={day.title}>
          <h3 className={styles.day}>{day.title}</h3>
          <ul className={styles.items}>
            {day.queries.map((query) => (
              <HistoryItem key={query.uid} query={query} {...kept} />
            ))}
          </ul>
        </section>
      ))}
      {result && (
        <Pager page={page} pages={Math.ceil(result.totalCount / PER_PAGE)} onChange={setPage} />
      )}
    </div>
  );
}

function Nothing({
  onlyStarred,
  isFiltered,
}: {
  onlyStarred: boolean;
  isFiltered: boolean;
}): ReactNode {
  if (isFiltered)
    return (
      <EmptyState title="No matching queries">
        Try other search words, or select all data sources.
      </EmptyState>
    );
  if (onlyStarred)
    return (
      <EmptyState title="No starred queries" icon={Star}>
        Star a query in the history to keep it permanently.
      </EmptyState>
    );
  return (
    <EmptyState title="No queries yet">
      Queries you run are kept here for 14 days. Only you can see them.
    </EmptyState>
  );
}

function HistoryItem({
  query,
  sources,
  timeZone,
  onUse,
}: KeptProps & { query: PastQuery }): ReactNode {
  const star = useStarPast();
  const remove = useDeletePast();
  const [isCommenting, setCommenting] = useState(false);
  const uid = entrySource(query.datasourceUid, query.queries);
  const source = sources.byKey.get(uid);
  const copy = () =>
    void navigator.clipboard
      ?.writeText(JSON.stringify(query.queries, null, 2))
      .then(() => notify('Query copied', 'success'));
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <span>{source?.name ?? uid}</span>
        <time>{formatTime(query.createdAt * 1000, 'HH:mm:ss', timeZone)}</time>
        <span className={styles.grow} />
        <IconButton
          size="sm"
          icon={Star}
          pressed={query.starred}
          label={query.starred ? 'Remove star' : 'Star this query'}
          onClick={() => star.mutate(query)}
        />
        <IconButton
          size="sm"
          icon={MessageSquare}
          label={query.comment ? 'Edit comment' : 'Add comment'}
          pressed={isCommenting}
          onClick={() => setCommenting(!isCommenting)}
        />
        <IconButton size="sm" icon={Copy} label="Copy query" onClick={copy} />
        <IconButton
          size="sm"
          icon={Trash2}
          label="Delete from history"
          onClick={() => remove.mutate(query.uid)}
        />
        <Button size="sm" icon={Play} onClick={() => onUse(uid, query.queries)}>
          Run
        </Button>
      </div>
      <QueryTexts sources={sources} datasourceUid={query.datasourceUid} queries={query.queries} />
      {isCommenting ? (
        <CommentForm query={query} onDone={() => setCommenting(false)} />
      ) : (
        query.comment && <p className={styles.comment}>{query.comment}</p>
      )}
    </li>
  );
}

function CommentForm({ query, onDone }: { query: PastQuery; onDone: () => void }): ReactNode {
  const [comment, setComment] = useState(query.comment);
  const save = useCommentPast(onDone);
  return (
    <form
      className={styles.commentForm}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ uid: query.uid, comment });
      }}
    >
      <Input
        aria-label="Comment"
        value={comment}
        onChange={setComment}
        maxLength={2000}
        autoFocus
      />
      <Button type="submit" variant="primary" busy={save.isPending}>
        Save
      </Button>
      <Button variant="ghost" onClick={onDone}>
        Cancel
      </Button>
    </form>
  );
}
