/** What changed, and the way to save it. */
import { lazy, Suspense, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Copy, Download } from 'lucide-react';
import {
  Button,
  Dialog,
  Field,
  Input,
  Kbd,
  SkeletonRows,
  TabPanel,
  Tabs,
  TextArea,
} from '../../../../design';
import { formatTime } from '../../../../data';
import { saveFile } from '../../../../inspect/download';
import { FolderPicker } from '../../parts/browse/FolderPicker';
import { copyTitle } from '../../model/copies';
import { useDashboard, useDashboardTime } from '../../session/context';
import { useDraft, useDraftStore } from '../draft/context';
import type { Change } from '../model/diff';
import { sentences } from '../model/describe';
import { revertChanges } from '../model/revert';
import { AlsoSave, useAlso } from './AlsoSave';
import { ChangeList } from './ChangeList';
import { FailureNotice } from './FailureNotice';
import { useComparison } from './useOptionWords';
import type { Saving } from './useSaving';
import styles from './Save.module.css';

const JsonDiff = lazy(() => import('./JsonDiff').then((m) => ({ default: m.JsonDiff })));

const TABS = [
  { id: 'summary' as const, label: 'Summary' },
  { id: 'json' as const, label: 'JSON' },
];
const MESSAGE_LENGTH = 500;

export interface SaveDialogProps {
  saving: Saving;
  /** Name, folder and tags are asked for: a new dashboard, or a copy. */
  asCopy?: boolean;
  onClose: () => void;
  onCopy: () => void;
}

export function SaveDialog({
  saving,
  asCopy = false,
  onClose,
  onCopy,
}: SaveDialogProps): ReactNode {
  const store = useDraftStore();
  const { stored, canSave } = useDashboard();
  const { timeZone } = useDashboardTime();
  const { base, model } = useDraft((draft) => draft);
  const { summary } = useComparison(base.model, model);
  const [tab, setTab] = useState<'summary' | 'json'>('summary');
  const [message, setMessage] = useState('');
  const [chosen, setChosen] = useState({ time: false, values: false });
  const also = useAlso(chosen);
  const isNew = base.version === 0;
  const hasName = isNew || asCopy;
  const [title, setTitle] = useState(asCopy && !isNew ? copyTitle(model.title) : model.title);
  const [folderUid, setFolderUid] = useState(stored.meta.folderUid ?? '');
  const [tags, setTags] = useState(model.tags.join(', '));
  const body = useRef<HTMLDivElement>(null);

  const suggestion = sentences(summary).slice(0, 3).join('. ').slice(0, MESSAGE_LENGTH);
  const isChanged = summary.count > 0 || summary.moved.changes.length > 0;
  const hasMore = chosen.time || chosen.values;
  const reason =
    !hasName && !canSave
      ? 'You cannot save this dashboard. Save it as a copy.'
      : hasName
        ? title.trim() === ''
          ? 'Enter a name.'
          : undefined
        : isChanged || hasMore
          ? undefined
          : 'There is nothing to save.';

  const save = () => {
    if (reason || saving.isBusy) return;
    void saving.save({
      message,
      also: hasMore ? also : undefined,
      ...(hasName && {
        as: {
          title: title.trim(),
          folderUid,
          tags: tags.split(',').flatMap((tag) => tag.trim() || []),
        },
      }),
    });
  };
  const revert = (changes: readonly Change[]) => {
    const { base: from, model: to } = store.get();
    store.closeStep();
    store.run({
      label: {
        verb: 'restore',
        subject: 'version',
        name: String(from.version),
        count: changes.length,
      },
      change: () => revertChanges(from.model, to, changes),
    });
    // The button goes with its line; the list takes the focus.
    body.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isMod = event.ctrlKey || event.metaKey;
    if (!isMod || (event.key !== 'Enter' && event.key !== 's')) return;
    event.preventDefault();
    event.stopPropagation();
    save();
  };
  const onMessageKey = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || event.shiftKey || message !== '' || suggestion === '') return;
    event.preventDefault();
    setMessage(suggestion);
  };
  const count = `${summary.count} ${summary.count === 1 ? 'change' : 'changes'}`;
  return (
    <Dialog
      title={asCopy && !isNew ? 'Save as copy' : 'Save dashboard'}
      size="full"
      onClose={onClose}
      footer={
        <>
          {!hasName && (
            <Button variant="ghost" icon={Copy} onClick={onCopy}>
              Save as copy
            </Button>
          )}
          <Button
            variant="ghost"
            icon={Download}
            onClick={() =>
              saveFile(`${model.title}.json`, 'application/json', JSON.stringify(model, null, 2))
            }
          >
            Download JSON
          </Button>
          <span className={styles.grow}>{reason}</span>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={saving.isBusy}
            disabled={reason !== undefined}
            onClick={save}
          >
            Save <Kbd keys="mod+enter" />
          </Button>
        </>
      }
    >
      <div className={styles.columns} onKeyDown={onKeyDown}>
        <div ref={body} tabIndex={-1} className={styles.left}>
          <Tabs label={count} tabs={TABS} value={tab} onChange={setTab} />
          <TabPanel id={tab}>
            {tab === 'json' ? (
              <Suspense fallback={<SkeletonRows />}>
                <JsonDiff from={base.model} to={model} />
              </Suspense>
            ) : isNew ? (
              <p className={styles.hint}>
                A new dashboard with {model.panels.length}{' '}
                {model.panels.length === 1 ? 'panel' : 'panels'}.
              </p>
            ) : isChanged ? (
              <ChangeList summary={summary} onRevert={revert} />
            ) : (
              <p className={styles.hint}>The draft equals the saved dashboard.</p>
            )}
          </TabPanel>
        </div>
        <div className={styles.right}>
          {saving.failure && <FailureNotice saving={saving} failure={saving.failure} />}
          {hasName && (
            <>
              <Field
                label="Name"
                error={saving.failure?.kind === 'name' ? saving.failure.message : undefined}
              >
                <Input value={title} onChange={setTitle} data-autofocus maxLength={189} />
              </Field>
              <Field label="Folder">
                <FolderPicker value={folderUid} onChange={setFolderUid} />
              </Field>
              <Field label="Tags" hint="Separated by commas." optional>
                <Input value={tags} onChange={setTags} />
              </Field>
            </>
          )}
          <Field
            label="What changed"
            hint={
              message === '' && suggestion !== ''
                ? 'Press Tab to use the suggestion. Shown in the version history.'
                : 'Shown in the version history.'
            }
            optional
          >
            <TextArea
              value={message}
              onChange={setMessage}
              onKeyDown={onMessageKey}
              placeholder={suggestion}
              rows={3}
              maxLength={MESSAGE_LENGTH}
              {...(!hasName && { 'data-autofocus': true })}
            />
          </Field>
          <AlsoSave saved={base.model} chosen={chosen} onChange={setChosen} />
          {!isNew && (
            <p className={styles.hint}>
              {stored.meta.folderTitle ? `${stored.meta.folderTitle} / ` : ''}
              {base.model.title}
              <br />
              Version {base.version + 1}, after {base.version}
              {stored.meta.updatedBy && ` by ${stored.meta.updatedBy}`}
              {stored.meta.updated &&
                ` at ${formatTime(Date.parse(stored.meta.updated), 'HH:mm', timeZone)}`}
            </p>
          )}
        </div>
      </div>
    </Dialog>
  );
}
