/** What the user has to know of while editing, below the bar. */
import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { FileLock2, GitMerge, HardDriveUpload, MonitorSmartphone } from 'lucide-react';
import { formatTime } from '../../../../data';
import { Button } from '../../../../design';
import { takeSignedOut } from '../../../../kernel/api';
import { useDashboard, useDashboardTime } from '../../session/context';
import { useDraft, useDraftStore } from '../draft/context';
import type { StorageProblem } from '../draft/persist';
import { NOTICES_ID, useKeeping } from './keeping';
import { mergeInto } from './MergeDialog';
import { NoticeBar } from './NoticeBar';
import { SignInDialog } from './SignInDialog';
import { useMerge, type Newer } from './useNewer';
import { countChanges } from './drafts';

const PROBLEMS: Record<StorageProblem, string> = {
  full: 'The storage of this browser is full.',
  refused: 'This browser does not store data for this site.',
  'too large': 'The draft is larger than 5 MB.',
};

export function SaveNotices({
  newer,
  onMerge,
}: {
  newer: Newer | undefined;
  onMerge: () => void;
}): ReactNode {
  const { canSave, stored } = useDashboard();
  const { role, takeOver, problem } = useKeeping();
  const isNew = useDraft(({ base }) => base.version === 0);
  const [isSignedOut, setSignedOut] = useState(false);
  const [place, setPlace] = useState<HTMLElement | null>(null);

  useEffect(() => setPlace(document.getElementById(NOTICES_ID)), []);
  useEffect(() => takeSignedOut(() => setSignedOut(true)), []);
  const file = stored.meta.provisioned ? stored.meta.provisionedExternalId : undefined;
  return (
    <>
      {isSignedOut && <SignInDialog onClose={() => setSignedOut(false)} />}
      {place &&
        createPortal(
          <>
            {role === 'reader' && (
              <NoticeBar
                icon={MonitorSmartphone}
                tone="warn"
                actions={<Button onClick={takeOver}>Take over</Button>}
              >
                Another tab edits this dashboard. You can look at the draft here, but not change it.
              </NoticeBar>
            )}
            {problem && (
              <NoticeBar icon={HardDriveUpload} tone="warn">
                {PROBLEMS[problem]} The draft cannot be kept; save before you close this page.
              </NoticeBar>
            )}
            {file !== undefined && (
              <NoticeBar icon={FileLock2}>
                This dashboard is provisioned from {file || 'a file'}. Change the file, or save as
                copy.
              </NoticeBar>
            )}
            {!canSave && !isNew && file === undefined && (
              <NoticeBar icon={FileLock2}>
                You cannot save this dashboard. Save as copy or download the JSON.
              </NoticeBar>
            )}
            {newer && <NewerNotice newer={newer} onMerge={onMerge} />}
          </>,
          place,
        )}
    </>
  );
}

function NewerNotice({ newer, onMerge }: { newer: Newer; onMerge: () => void }): ReactNode {
  const store = useDraftStore();
  const { timeZone } = useDashboardTime();
  const { base, model } = useDraft((draft) => draft);
  const merged = useMerge(newer);
  if (!merged) return null;
  const { version, createdBy, created } = newer.version;
  const [theirs, yours] = [countChanges(base.model, newer.model), countChanges(base.model, model)];
  const conflicts = merged.conflicts.length;
  const words = `${theirs} ${theirs === 1 ? 'change' : 'changes'}`;
  const clash = conflicts === 0 ? 'none' : String(conflicts);
  return (
    <NoticeBar
      icon={GitMerge}
      actions={
        <>
          <Button variant="ghost" onClick={onMerge}>
            View changes
          </Button>
          <Button
            variant="primary"
            onClick={() => (conflicts > 0 ? onMerge() : mergeInto(store, newer, merged.model))}
          >
            Merge into draft
          </Button>
        </>
      }
    >
      <strong>
        {createdBy} saved version {version}
      </strong>{' '}
      at {formatTime(Date.parse(created), 'HH:mm', timeZone)}: {words}
      {yours > 0 && `, ${clash} in conflict with your ${yours}`}.
    </NoticeBar>
  );
}
