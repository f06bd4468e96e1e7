import { useState, type ReactNode } from 'react';
import { Button } from '../../../../design';
import { useAction } from '../../../../kernel/query';
import { renaming } from '../../model/copies';
import { reloadDashboard, saveAndReload, saveConflict } from '../../queries';
import { useDashboard } from '../../session/context';
import { useDashboardModel } from '../../session/models';
import { TitleDialog } from '../TitleDialog';
import { refusal } from './changes';

export function RenameDialog({ onClose }: { onClose: () => void }): ReactNode {
  const model = useDashboardModel();
  const { uid, stored } = useDashboard();
  const [wanted, setWanted] = useState(model.title);
  const rename = useAction((title: string) => saveAndReload(uid, renaming(stored, title)), {
    done: 'Dashboard renamed',
    quiet: true,
    onDone: onClose,
  });
  const loadNewest = async () => {
    await reloadDashboard(uid);
    rename.reset();
  };
  return (
    <TitleDialog
      title={`Rename ${model.title}`}
      confirm="Rename"
      initial={model.title}
      busy={rename.isPending}
      error={rename.error && refusal(rename.error, wanted)}
      onSave={(title) => {
        setWanted(title);
        rename.mutate(title);
      }}
      onClose={onClose}
    >
      {saveConflict(rename.error) === 'version' && (
        <Button onClick={() => void loadNewest()}>Load latest version</Button>
      )}
    </TitleDialog>
  );
}
