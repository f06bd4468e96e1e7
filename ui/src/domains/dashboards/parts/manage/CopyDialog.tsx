import { useState, type ReactNode } from 'react';
import { Field, Switch } from '../../../../design';
import { useAction } from '../../../../kernel/query';
import { saveDashboard } from '../../api';
import { copying, copyTitle, type CopyOptions } from '../../model/copies';
import { useDashboard } from '../../session/context';
import { useDashboardModel } from '../../session/models';
import { FolderPicker } from '../browse/FolderPicker';
import { TitleDialog } from '../TitleDialog';
import { openCopy, refusal } from './changes';

/** Save as: a copy with a name and a folder of its own. */
export function CopyDialog({ onClose }: { onClose: () => void }): ReactNode {
  const model = useDashboardModel();
  const { stored } = useDashboard();
  const [folderUid, setFolderUid] = useState(stored.meta.folderUid ?? '');
  const [withTags, setWithTags] = useState(true);
  const copy = useAction((options: CopyOptions) => saveDashboard(copying(stored, options)), {
    quiet: true,
    onDone: (saved) => {
      onClose();
      openCopy(saved);
    },
  });
  return (
    <TitleDialog
      title={`Save a copy of ${model.title}`}
      confirm="Save copy"
      initial={copyTitle(model.title)}
      busy={copy.isPending}
      error={copy.error && refusal(copy.error, copy.variables?.title ?? '')}
      onSave={(title) => copy.mutate({ title, folderUid, withTags })}
      onClose={onClose}
    >
      <Field label="Folder">
        <FolderPicker value={folderUid} onChange={setFolderUid} />
      </Field>
      {model.tags.length > 0 && (
        <Field label="Copy tags" hint={model.tags.join(', ')}>
          <Switch checked={withTags} onChange={setWithTags} />
        </Field>
      )}
    </TitleDialog>
  );
}
