/** At the end of the bar: history, the ways out, and saving. */
import { useState, type ReactNode } from 'react';
import { ChevronDown, Copy, Download, Save } from 'lucide-react';
import { Button, ConfirmDialog, IconButton, Menu } from '../../../../design';
import { notify } from '../../../../kernel/events';
import { useShortcuts } from '../../../../kernel/shortcuts';
import { saveFile } from '../../../../inspect/download';
import { useDashboard, useDashboardUrl } from '../../session/context';
import { useDraft, useDraftStore } from '../draft/context';
import type { Step } from '../draft/types';
import { HistoryMenu } from './HistoryMenu';
import { useKeeping } from './keeping';
import { MergeDialog } from './MergeDialog';
import { SaveDialog } from './SaveDialog';
import { SaveNotices } from './SaveNotices';
import { useNewer } from './useNewer';
import { useSaving } from './useSaving';

type Open = 'save' | 'copy' | 'merge' | 'overwrite';

export interface SaveActionsProps {
  isNew: boolean;
  onShow: (step: Step) => void;
}

export function SaveActions({ isNew, onShow }: SaveActionsProps): ReactNode {
  const store = useDraftStore();
  const newer = useNewer();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const saving = useSaving(newer, close);
  const isChanged = useDraft(({ base, model }) => base.model !== model);
  const canSave = isChanged || isNew;
  const download = () => {
    const { model } = store.get();
    saveFile(`${model.title}.json`, 'application/json', JSON.stringify(model, null, 2));
  };
  const openSave = () => setOpen(newer.newer && !isNew ? 'merge' : 'save');

  useShortcuts([
    {
      keys: 'mod+s',
      label: 'Save the dashboard',
      group: 'Editor',
      inInputs: true,
      run: (event) => {
        event.preventDefault();
        if (!open) openSave();
      },
    },
  ]);
  return (
    <>
      <HistoryMenu onShow={onShow} />
      <ExitButton isNew={isNew} onSave={openSave} />
      <Button variant="primary" icon={Save} disabled={!canSave} onClick={openSave}>
        Save
      </Button>
      <Menu
        label="More ways to save"
        placement="bottom-end"
        items={[
          { label: 'Save as copy…', icon: Copy, onSelect: () => setOpen('copy') },
          { label: 'Download JSON', icon: Download, onSelect: download },
        ]}
        trigger={<IconButton icon={ChevronDown} label="More ways to save" />}
      />
      <SaveNotices newer={newer.newer} onMerge={() => setOpen('merge')} />
      {(open === 'save' || open === 'copy') && saving.failure?.kind !== 'version' && (
        <SaveDialog
          key={open}
          saving={saving}
          asCopy={open === 'copy'}
          onClose={close}
          onCopy={() => setOpen('copy')}
        />
      )}
      {newer.newer && (open === 'merge' || (open && saving.failure?.kind === 'version')) && (
        <MergeDialog
          newer={newer.newer}
          onClose={close}
          onCopy={() => setOpen('copy')}
          onOverwrite={() => setOpen('overwrite')}
        />
      )}
      {newer.newer && open === 'overwrite' && (
        <ConfirmDialog
          title={`Overwrite version ${newer.newer.version.version}?`}
          confirm="Overwrite"
          danger
          busy={saving.isBusy}
          onConfirm={() => void saving.save({ message: 'Overwritten', overwrite: true })}
          onClose={() => setOpen('merge')}
        >
          Your draft replaces what {newer.newer.version.createdBy} saved. That version stays in the
          version history.
        </ConfirmDialog>
      )}
    </>
  );
}

function ExitButton({ isNew, onSave }: { isNew: boolean; onSave: () => void }): ReactNode {
  const store = useDraftStore();
  const { setUrl } = useDashboard();
  const url = useDashboardUrl();
  const { flush, forget } = useKeeping();
  const isChanged = useDraft(({ base, model }) => base.model !== model);
  if (isNew || url.editPanel || url.editview) return null;
  // The page looks for the draft as soon as it shows the saved version.
  const exit = () => void flush().finally(() => setUrl({ edit: undefined }));
  if (!isChanged) return <Button onClick={exit}>Exit</Button>;
  const discard = () => {
    store.discard();
    notify('The changes were discarded.', 'info');
    void forget().finally(() => setUrl({ edit: undefined }));
  };
  return (
    <Menu
      label="Exit edit mode"
      placement="bottom-end"
      items={[
        { label: 'Keep draft', onSelect: exit },
        { label: 'Save…', onSelect: onSave },
        { label: 'Discard changes', danger: true, onSelect: discard },
      ]}
      trigger={<Button>Exit</Button>}
    />
  );
}
