/** Deleted dashboards, which can be restored until they expire. */
import { useState, type ReactNode } from 'react';
import { RotateCcw, Trash2 } from 'lucide-react';
import { formatTime } from '../../../data';
import {
  Button,
  Card,
  ConfirmDialog,
  Dialog,
  EmptyState,
  ErrorState,
  Field,
  PageBody,
  Pager,
  SearchInput,
  SkeletonRows,
  Table,
  TopBar,
} from '../../../design';
import { useSettled } from '../../../design/useSettled';
import { errorMessage, request } from '../../../kernel/api';
import type { TrashedDashboard, TrashPage as Page } from '../../../kernel/apiTypes';
import { can } from '../../../kernel/boot';
import { useAction, useApi } from '../../../kernel/query';
import { useTimeZone } from '../../../kernel/timezone';
import { FolderPicker } from '../parts/browse/FolderPicker';

const PAGE_SIZE = 50;
const LIST = '/api/dashboards/trash';
const CHANGED = [LIST, '/api/search', '/api/folders', '/api/dashboards/uid'];
const pathOf = ({ uid }: TrashedDashboard) =>
  `/api/dashboards/uid/${encodeURIComponent(uid)}/trash`;

type Open = { kind: 'restore' | 'delete'; item: TrashedDashboard };

export function TrashPage(): ReactNode {
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<Open>();
  const query = useSettled(text, 150);
  const timeZone = useTimeZone();
  const { data, error, refetch } = useApi<Page>(LIST, {
    query: { query, page, limit: PAGE_SIZE },
    staleTime: 0,
    keepPrevious: true,
  });
  const close = () => setOpen(undefined);
  return (
    <>
      <TopBar
        title="Deleted dashboards"
        crumbs={[{ label: 'Dashboards', href: '/dashboards' }]}
        toolbar={
          <SearchInput
            label="Search deleted dashboards"
            placeholder="Search by title"
            value={text}
            onChange={(next) => {
              setText(next);
              setPage(1);
            }}
          />
        }
      />
      <PageBody>
        <Card flush>
          {error ? (
            <ErrorState
              error={error}
              title="The deleted dashboards could not be loaded"
              onRetry={() => void refetch()}
            />
          ) : !data ? (
            <SkeletonRows />
          ) : data.dashboards.length === 0 ? (
            <EmptyState title={query ? 'No deleted dashboard found' : 'No deleted dashboards'}>
              {query
                ? 'No title contains this text.'
                : 'A deleted dashboard stays here with its versions until it expires.'}
            </EmptyState>
          ) : (
            <TrashTable items={data.dashboards} timeZone={timeZone} onOpen={setOpen} />
          )}
        </Card>
        {data && (
          <Pager page={page} pages={Math.ceil(data.totalCount / PAGE_SIZE)} onChange={setPage} />
        )}
      </PageBody>
      {open?.kind === 'restore' && <RestoreDialog item={open.item} onClose={close} />}
      {open?.kind === 'delete' && <DeleteDialog item={open.item} onClose={close} />}
    </>
  );
}

interface TrashTableProps {
  items: readonly TrashedDashboard[];
  timeZone: string;
  onOpen: (open: Open) => void;
}

function TrashTable({ items, timeZone, onOpen }: TrashTableProps): ReactNode {
  const time = (text: string) => formatTime(Date.parse(text), 'full', timeZone);
  return (
    <Table label="Deleted dashboards" hover={false}>
      <thead>
        <tr>
          <th>Title</th>
          <th>Folder</th>
          <th>Deleted</th>
          <th>Expires</th>
          <th>
            <span className="vd-sr">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <td>{item.title}</td>
            <td>{item.isFolderGone ? 'Deleted folder' : item.folderTitle || 'Dashboards'}</td>
            <td>
              {time(item.deleted)}
              {item.deletedBy && ` by ${item.deletedBy}`}
            </td>
            <td>{time(item.expires)}</td>
            <td data-align="end">
              <Button
                size="sm"
                variant="ghost"
                icon={RotateCcw}
                aria-label={`Restore ${item.title}`}
                onClick={() => onOpen({ kind: 'restore', item })}
              >
                Restore
              </Button>
              {can('dashboards:delete') && (
                <Button
                  size="sm"
                  variant="ghost"
                  icon={Trash2}
                  aria-label={`Delete ${item.title} permanently`}
                  onClick={() => onOpen({ kind: 'delete', item })}
                >
                  Delete
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface ItemDialogProps {
  item: TrashedDashboard;
  onClose: () => void;
}

function RestoreDialog({ item, onClose }: ItemDialogProps): ReactNode {
  const [folderUid, setFolderUid] = useState(item.isFolderGone ? '' : item.folderUid);
  const restore = useAction(
    () => request('PATCH', pathOf(item), { body: { folderUid, id: item.id } }),
    { invalidates: CHANGED, done: `“${item.title}” restored`, quiet: true, onDone: onClose },
  );
  return (
    <Dialog
      title={`Restore ${item.title}`}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={restore.isPending}
            onClick={() => restore.mutate(undefined)}
          >
            Restore
          </Button>
        </>
      }
    >
      <Field
        label="Folder"
        hint={item.isFolderGone ? 'Its folder was deleted as well.' : undefined}
        error={restore.error && errorMessage(restore.error)}
      >
        <FolderPicker value={folderUid} onChange={setFolderUid} />
      </Field>
    </Dialog>
  );
}

function DeleteDialog({ item, onClose }: ItemDialogProps): ReactNode {
  const remove = useAction(() => request('DELETE', pathOf(item), { query: { id: item.id } }), {
    invalidates: CHANGED,
    done: `“${item.title}” deleted permanently`,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete ${item.title} permanently?`}
      confirm="Delete permanently"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      The dashboard and its versions cannot be restored afterwards.
    </ConfirmDialog>
  );
}
