import { useState, type ReactNode } from 'react';
import { Button, ConfirmDialog, Dialog, Field } from '../../../../design';
import { errorMessage } from '../../../../kernel/api';
import { goTo } from '../../../../kernel/location';
import {
  useCreateFolder,
  useDelete,
  useFolderCounts,
  useMove,
  useRenameFolder,
  type Selection,
} from '../../api';
import { TitleDialog } from '../TitleDialog';
import { FolderPicker } from './FolderPicker';
import { describe, type Item } from './selection';

export function NewFolderDialog({
  parentUid,
  onClose,
}: {
  parentUid: string;
  onClose: () => void;
}): ReactNode {
  const create = useCreateFolder((folder) => {
    onClose();
    goTo(`/dashboards/f/${folder.uid}`);
  });
  return (
    <TitleDialog
      title="New folder"
      confirm="Create folder"
      initial=""
      busy={create.isPending}
      error={create.error && errorMessage(create.error)}
      onSave={(title) => create.mutate({ title, parentUid: parentUid || undefined })}
      onClose={onClose}
    />
  );
}

export function RenameDialog({ item, onClose }: { item: Item; onClose: () => void }): ReactNode {
  const rename = useRenameFolder(onClose);
  return (
    <TitleDialog
      title={`Rename ${item.title}`}
      confirm="Rename"
      initial={item.title}
      busy={rename.isPending}
      error={rename.error && errorMessage(rename.error)}
      onSave={(title) => rename.mutate({ uid: item.uid, title })}
      onClose={onClose}
    />
  );
}

export interface SelectionDialogProps {
  items: Selection;
  /** After it worked. */
  onDone: () => void;
  onClose: () => void;
}

export function MoveDialog({ items, onDone, onClose }: SelectionDialogProps): ReactNode {
  const [target, setTarget] = useState('');
  const move = useMove(() => {
    onDone();
    onClose();
  });
  const exclude = items.folders.map(({ uid }) => uid);
  return (
    <Dialog
      title={`Move ${describe(items)}`}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={move.isPending}
            onClick={() => move.mutate({ items, target })}
          >
            Move
          </Button>
        </>
      }
    >
      <Field label="To folder" error={move.isError ? errorMessage(move.error) : null}>
        <FolderPicker value={target} onChange={setTarget} exclude={exclude} />
      </Field>
    </Dialog>
  );
}

export function DeleteDialog({ items, onDone, onClose }: SelectionDialogProps): ReactNode {
  const remove = useDelete(() => {
    onDone();
    onClose();
  });
  const only =
    items.folders.length + items.dashboards.length === 1
      ? (items.folders[0] ?? items.dashboards[0])
      : undefined;
  return (
    <ConfirmDialog
      title={`Delete ${only ? `“${only.title}”` : describe(items)}?`}
      confirm={`Delete ${describe(items)}`}
      danger
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(items)}
    >
      <p>
        {items.folders.length > 0 ? <FolderContents items={items} /> : null} This cannot be undone.
        {items.dashboards.length > 0 && ' The version history is also deleted.'}
      </p>
      {remove.isError && (
        <p role="alert" style={{ color: 'var(--crit)', marginTop: 8 }}>
          {errorMessage(remove.error)}
        </p>
      )}
    </ConfirmDialog>
  );
}

function FolderContents({ items }: { items: Selection }): ReactNode {
  const single = items.folders.length === 1 ? items.folders[0] : undefined;
  const counts = useFolderCounts(single?.uid ?? '', single !== undefined);
  const { dashboard = 0, folder = 0 } = counts.data ?? {};
  if (!single || counts.isPending || counts.isError)
    return 'All dashboards and folders in it are also deleted.';
  if (dashboard + folder === 0) return 'The folder is empty.';
  return `Its ${dashboard} ${dashboard === 1 ? 'dashboard' : 'dashboards'} and ${folder} ${folder === 1 ? 'folder' : 'folders'} are also deleted.`;
}
