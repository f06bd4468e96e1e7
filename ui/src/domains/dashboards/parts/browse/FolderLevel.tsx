import { useState, type CSSProperties, type ReactNode } from 'react';
import { Button, ErrorState, SkeletonRows } from '../../../../design';
import { useFolders, useSearch, type Folder } from '../../api';
import { isByTime } from './filters';
import { FolderRow, HitRow } from './ItemRow';
import styles from './Browse.module.css';

/** Dashboards fetched at first and with every "show more". */
const STEP = 100;

export interface FolderLevelProps {
  /** Empty for the root. */
  uid: string;
  depth?: number;
  sort?: string;
  /** Shown where there is neither a folder nor a dashboard. */
  empty: ReactNode;
}

/** What is in a folder: its folders, always by name, which open in place, then its dashboards. */
export function FolderLevel({ uid, depth = 0, sort, empty }: FolderLevelProps): ReactNode {
  const [limit, setLimit] = useState(STEP);
  const folders = useFolders(uid);
  const dashboards = useSearch({ type: 'dash-db', folderUIDs: [uid || 'general'], limit, sort });
  const error = folders.error ?? dashboards.error;
  if (error) {
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          void folders.refetch();
          void dashboards.refetch();
        }}
      />
    );
  }
  if (!folders.data || !dashboards.data) return <SkeletonRows rows={depth === 0 ? 8 : 2} />;
  const sorted = sort === 'alpha-desc' ? folders.data.toReversed() : folders.data;
  if (sorted.length + dashboards.data.length === 0) return empty;
  return (
    <ul className={styles.list} data-by-time={isByTime(sort) || undefined}>
      {sorted.map((folder) => (
        <FolderNode key={folder.uid} folder={folder} depth={depth} sort={sort} />
      ))}
      {dashboards.data.map((hit) => (
        <li key={hit.uid}>
          <HitRow hit={hit} depth={depth} isAligned={depth > 0 || sorted.length > 0} />
        </li>
      ))}
      {dashboards.data.length === limit && (
        <li className={styles.more}>
          <Button
            variant="ghost"
            busy={dashboards.isFetching}
            onClick={() => setLimit(limit + STEP)}
          >
            Show more
          </Button>
        </li>
      )}
    </ul>
  );
}

function FolderNode({
  folder,
  depth,
  sort,
}: {
  folder: Folder;
  depth: number;
  sort?: string;
}): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <FolderRow folder={folder} depth={depth} expanding={{ open, toggle: () => setOpen(!open) }} />
      {open && (
        <FolderLevel
          uid={folder.uid}
          depth={depth + 1}
          sort={sort}
          empty={
            <div className={styles.hollow} style={{ '--depth': depth + 1 } as CSSProperties}>
              This folder is empty
            </div>
          }
        />
      )}
    </li>
  );
}
