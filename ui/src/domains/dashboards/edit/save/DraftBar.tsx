/** In view mode: this dashboard has a draft in this browser. */
import { useEffect, useState, type ReactNode } from 'react';
import { History } from 'lucide-react';
import { formatTime } from '../../../../data';
import { Button, ConfirmDialog, Drawer } from '../../../../design';
import { useDashboard, useDashboardTime } from '../../session/context';
import type { StoredDraft } from '../draft/persist';
import { ChangeList } from './ChangeList';
import { discardDraft, storedDraft } from './drafts';
import { NoticeBar } from './NoticeBar';
import { useComparison } from './useOptionWords';

export function DraftBar(): ReactNode {
  const { uid, setUrl } = useDashboard();
  const { timeZone } = useDashboardTime();
  const [draft, setDraft] = useState<StoredDraft>();
  const [open, setOpen] = useState<'changes' | 'discard'>();

  useEffect(() => {
    let active = true;
    void storedDraft(uid).then((found) => active && setDraft(found));
    return () => {
      active = false;
    };
  }, [uid]);
  if (!draft) return null;
  const { changes, at } = draft.record;
  const discard = () => {
    setOpen(undefined);
    setDraft(undefined);
    void discardDraft(uid);
  };
  return (
    <>
      <NoticeBar
        icon={History}
        actions={
          <>
            <Button variant="ghost" onClick={() => setOpen('changes')}>
              View changes
            </Button>
            <Button variant="ghost" onClick={() => setOpen('discard')}>
              Discard draft
            </Button>
            <Button variant="primary" onClick={() => setUrl({ edit: true })}>
              Resume editing
            </Button>
          </>
        }
      >
        <strong>You have a draft</strong> of this dashboard in this browser: {changes}{' '}
        {changes === 1 ? 'change' : 'changes'}, the last at {formatTime(at, 'HH:mm', timeZone)}.
        This is the saved version.
      </NoticeBar>
      {open === 'changes' && <Changes draft={draft} onClose={() => setOpen(undefined)} />}
      {open === 'discard' && (
        <ConfirmDialog
          title="Discard the draft?"
          confirm="Discard draft"
          danger
          onConfirm={discard}
          onClose={() => setOpen(undefined)}
        >
          {changes === 1 ? 'Its change is' : `Its ${changes} changes are`} removed from this
          browser.
        </ConfirmDialog>
      )}
    </>
  );
}

function Changes({ draft, onClose }: { draft: StoredDraft; onClose: () => void }): ReactNode {
  const { models } = useDashboard();
  const { summary } = useComparison(models.get(), draft.model);
  return (
    <Drawer title="Changes of your draft" size="lg" onClose={onClose}>
      <ChangeList summary={summary} />
    </Drawer>
  );
}
