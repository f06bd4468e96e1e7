import { useState, type ReactNode } from 'react';
import {
  FileDown,
  FolderInput,
  FolderPlus,
  FolderX,
  LayoutDashboard,
  Plus,
  Trash2,
  X,
} from 'lucide-react';
import { useParams } from 'wouter';
import {
  Button,
  Card,
  EmptyState,
  IconButton,
  LinkButton,
  PageBody,
  Spacer,
  TopBar,
  type Crumb,
} from '../../../design';
import { ApiError } from '../../../kernel/api';
import { can } from '../../../kernel/boot';
import { goTo } from '../../../kernel/location';
import { useFolder, type Folder, type Selection } from '../api';
import { Browse, type ItemAction } from '../parts/browse/context';
import { BrowseToolbar } from '../parts/browse/BrowseToolbar';
import { useFilters } from '../parts/browse/filters';
import {
  DeleteDialog,
  MoveDialog,
  NewFolderDialog,
  RenameDialog,
} from '../parts/browse/FolderDialogs';
import { FolderLevel } from '../parts/browse/FolderLevel';
import { SearchResults } from '../parts/browse/SearchResults';
import { describe, useSelection, type Item } from '../parts/browse/selection';
import styles from '../parts/browse/Browse.module.css';

type Open =
  | { kind: 'create' }
  | { kind: 'rename'; item: Item }
  | { kind: 'move' | 'delete'; items: Selection };

/** Folders and dashboards: as a tree, or as a flat list while filters are on. */
export function BrowsePage(): ReactNode {
  const { uid = '' } = useParams<{ uid?: string }>();
  const state = useFilters();
  const folder = useFolder(uid);
  const selection = useSelection();
  const [open, setOpen] = useState<Open | null>(null);
  const mayWrite = can('dashboards:write');
  const mayDelete = can('dashboards:delete');

  const act = (action: ItemAction, item: Item) => {
    if (action === 'rename') setOpen({ kind: 'rename', item });
    else setOpen({ kind: action, items: only(item) });
  };
  const afterChange = () => {
    const wasHere = open?.kind === 'delete' && open.items.folders.some((one) => one.uid === uid);
    selection.clear();
    if (wasHere)
      goTo(folder.data?.parentUid ? `/dashboards/f/${folder.data.parentUid}` : '/dashboards');
  };

  if (folder.error instanceof ApiError && folder.error.status === 404) return <FolderGone />;
  return (
    <Browse
      value={{
        selection,
        mayWrite,
        mayDelete,
        act,
        filterByTag: (tag) => state.set({ tags: [...new Set([...state.filters.tags, tag])] }),
      }}
    >
      <TopBar
        title={uid ? (folder.data?.title ?? 'Folder') : 'Dashboards'}
        crumbs={uid ? crumbsOf(folder.data) : []}
        actions={
          mayWrite && <NewButtons folderUid={uid} onNewFolder={() => setOpen({ kind: 'create' })} />
        }
        toolbar={<BrowseToolbar state={state} />}
      />
      <PageBody>
        {selection.count > 0 && (
          <div className={styles.bulk} role="region" aria-label="Selected items">
            <strong>{describe(selection.items)} selected</strong>
            <Spacer />
            {mayWrite && (
              <Button
                icon={FolderInput}
                onClick={() => setOpen({ kind: 'move', items: selection.items })}
              >
                Move…
              </Button>
            )}
            {mayDelete && (
              <Button
                icon={Trash2}
                onClick={() => setOpen({ kind: 'delete', items: selection.items })}
              >
                Delete…
              </Button>
            )}
            <IconButton icon={X} label="Clear selection" onClick={selection.clear} />
          </div>
        )}
        <Card flush>
          {state.active ? (
            <SearchResults
              filters={state.filters}
              folderUid={uid}
              onClear={state.clear}
              onPage={(page) => state.set({ page })}
            />
          ) : (
            <FolderLevel
              key={uid}
              uid={uid}
              sort={state.filters.sort}
              empty={
                <EmptyFolder
                  folderUid={uid}
                  mayWrite={mayWrite}
                  onNewFolder={() => setOpen({ kind: 'create' })}
                />
              }
            />
          )}
        </Card>
      </PageBody>
      {open?.kind === 'create' && <NewFolderDialog parentUid={uid} onClose={() => setOpen(null)} />}
      {open?.kind === 'rename' && <RenameDialog item={open.item} onClose={() => setOpen(null)} />}
      {open?.kind === 'move' && (
        <MoveDialog items={open.items} onDone={afterChange} onClose={() => setOpen(null)} />
      )}
      {open?.kind === 'delete' && (
        <DeleteDialog items={open.items} onDone={afterChange} onClose={() => setOpen(null)} />
      )}
    </Browse>
  );
}

function only(item: Item): Selection {
  return item.kind === 'folder'
    ? { folders: [item], dashboards: [] }
    : { folders: [], dashboards: [item] };
}

function crumbsOf(folder: Folder | undefined): Crumb[] {
  const parents = folder?.parents ?? [];
  return [
    { label: 'Dashboards', href: '/dashboards' },
    ...parents.map(({ uid, title }) => ({ label: title, href: `/dashboards/f/${uid}` })),
  ];
}

function NewButtons({
  folderUid,
  onNewFolder,
}: {
  folderUid: string;
  onNewFolder: () => void;
}): ReactNode {
  return (
    <>
      <LinkButton href="/dashboards/trash" variant="ghost" icon={Trash2}>
        Deleted
      </LinkButton>
      <span className="vd-wide-only">
        <Button icon={FolderPlus} onClick={onNewFolder}>
          New folder
        </Button>
      </span>
      <span className="vd-wide-only">
        <LinkButton href={inFolder('/import', folderUid)} icon={FileDown}>
          Import
        </LinkButton>
      </span>
      <LinkButton href={inFolder('/dashboard/new', folderUid)} variant="primary" icon={Plus}>
        New dashboard
      </LinkButton>
    </>
  );
}

/** The page with the folder `uid` chosen; the root has no uid. */
function inFolder(path: string, uid: string): string {
  return uid ? `${path}?folderUid=${encodeURIComponent(uid)}` : path;
}

interface EmptyFolderProps {
  folderUid: string;
  mayWrite: boolean;
  onNewFolder: () => void;
}

function EmptyFolder({ folderUid, mayWrite, onNewFolder }: EmptyFolderProps): ReactNode {
  return (
    <div className={styles.empty}>
      <EmptyState
        icon={LayoutDashboard}
        title={folderUid === '' ? 'No dashboards yet' : 'This folder is empty'}
        actions={
          mayWrite && (
            <>
              <LinkButton
                href={inFolder('/dashboard/new', folderUid)}
                variant="primary"
                icon={Plus}
              >
                New dashboard
              </LinkButton>
              <LinkButton href={inFolder('/import', folderUid)} icon={FileDown}>
                Import a dashboard
              </LinkButton>
              <Button variant="ghost" icon={FolderPlus} onClick={onNewFolder}>
                New folder
              </Button>
            </>
          )
        }
      >
        {mayWrite
          ? 'Create a dashboard, import one from JSON, or provision dashboards from files.'
          : 'Users with the Editor role can add dashboards here.'}
      </EmptyState>
    </div>
  );
}

function FolderGone(): ReactNode {
  return (
    <>
      <TopBar title="Folder not found" crumbs={[{ label: 'Dashboards', href: '/dashboards' }]} />
      <div className={styles.empty}>
        <EmptyState
          icon={FolderX}
          title="Folder not found"
          actions={<LinkButton href="/dashboards">All dashboards</LinkButton>}
        >
          It may have been deleted, or you do not have permission to view it.
        </EmptyState>
      </div>
    </>
  );
}
