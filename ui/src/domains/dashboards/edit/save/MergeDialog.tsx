/** What both sides changed: conflicts to decide, and what merges by itself. */
import { useId, useMemo, useState, type ReactNode } from 'react';
import { CircleCheck, Copy } from 'lucide-react';
import { Button, Dialog, Tag } from '../../../../design';
import { useDraft, useDraftStore } from '../draft/context';
import { summarize, type ChangeSummary, type Words } from '../model/describe';
import { applyChanges } from '../model/apply';
import type { Change } from '../model/diff';
import { isItem } from '../model/identity';
import { merge, type Conflict, type Side } from '../model/merge';
import { placeWords, valueWords } from '../model/values';
import { useArrange } from './useArrange';
import type { Newer } from './useNewer';
import { useComparison } from './useOptionWords';
import styles from './Save.module.css';

export interface MergeDialogProps {
  newer: Newer;
  onClose: () => void;
  onCopy: () => void;
  onOverwrite: () => void;
}

export function MergeDialog({ newer, onClose, onCopy, onOverwrite }: MergeDialogProps): ReactNode {
  const store = useDraftStore();
  const { base, model } = useDraft((draft) => draft);
  const arrange = useArrange();
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const merged = useMemo(
    () => merge(base.model, newer.model, model, { choices, arrange }),
    [base, newer, model, choices, arrange],
  );
  const { words } = useComparison(base.model, model);
  const { conflicts } = merged;
  const decided = conflicts.filter(({ key }) => choices[key]).length;
  const { version, createdBy } = newer.version;
  const lists = {
    theirs: summaryOf(base.model, merged.theirs, words),
    yours: summaryOf(base.model, merged.yours, words),
  };
  const total = lists.theirs.count + lists.yours.count;
  const apply = () => {
    mergeInto(store, newer, merged.model);
    onClose();
  };
  return (
    <Dialog
      title={`Merge version ${version} by ${createdBy}`}
      size="full"
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" icon={Copy} onClick={onCopy}>
            Save my draft as copy
          </Button>
          <span className={styles.grow} role="status">
            {conflicts.length > 0 && `${decided} of ${conflicts.length} decided`}
          </span>
          <Button onClick={onClose}>Later</Button>
          <Button variant="danger" onClick={onOverwrite}>
            Overwrite version {version}
          </Button>
          <Button variant="primary" disabled={decided < conflicts.length} onClick={apply}>
            Merge into draft
          </Button>
        </>
      }
    >
      <div className={styles.merge}>
        {conflicts.length > 0 && (
          <>
            <div className={styles.columnNames} aria-hidden>
              <span />
              <span>Base</span>
              <span>{createdBy}’s version</span>
              <span>Your draft</span>
            </div>
            {conflicts.map((conflict) => (
              <Choice
                key={conflict.key}
                conflict={conflict}
                words={words}
                model={base.model}
                author={createdBy}
                versions={[base.version, version]}
                chosen={choices[conflict.key]}
                onChoose={(side) => setChoices({ ...choices, [conflict.key]: side })}
              />
            ))}
          </>
        )}
        {total > 0 && (
          <>
            <h3 className={styles.subject}>
              <CircleCheck size={15} aria-hidden /> Merged without conflict <Tag>{total}</Tag>
            </h3>
            <ul className={styles.lines} aria-label="Merged without conflict">
              <MergedLines summary={lists.theirs} who={createdBy} />
              <MergedLines summary={lists.yours} who="You" />
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** The merged model as one step; changes count from the newer version after it. */
export function mergeInto(
  store: ReturnType<typeof useDraftStore>,
  { version, model }: Newer,
  merged: Newer['model'],
): void {
  store.closeStep();
  store.run({
    label: {
      verb: 'merge',
      subject: 'version',
      name: `${version.version} by ${version.createdBy}`,
    },
    change: () => merged,
  });
  store.rebase({ model, version: version.version });
}

type Model = Newer['model'];

const summaryOf = (base: Model, changes: readonly Change[], words: Words): ChangeSummary =>
  summarize(base, applyChanges(base, changes), words);

function MergedLines({ summary, who }: { summary: ChangeSummary; who: string }): ReactNode {
  return summary.groups.map((group) => (
    <li key={group.key} className={styles.line}>
      <strong className={styles.label}>
        {group.kind === 'dashboard' ? 'Dashboard' : `${group.kind} ${group.name}`}
      </strong>
      <span className={styles.values}>
        {group.state === 'added' || group.state === 'removed'
          ? group.state
          : [...new Set(group.lines.map(({ label }) => label))].join(', ')}
      </span>
      <span className={styles.who}>{who}</span>
    </li>
  ));
}

interface ChoiceProps {
  conflict: Conflict;
  words: Words;
  model: Model;
  author: string;
  versions: readonly [number, number];
  chosen: Side | undefined;
  onChoose: (side: Side) => void;
}

function Choice({
  conflict,
  words,
  model,
  author,
  versions,
  chosen,
  onChoose,
}: ChoiceProps): ReactNode {
  const name = useId();
  const line = lineOf(conflict, model, words);
  const text = (side: 'base' | Side) => sideWords(conflict[side], conflict);
  const option = (side: Side, note: string, who: string) => (
    <label className={styles.side} data-chosen={chosen === side || undefined}>
      <input
        type="radio"
        name={name}
        checked={chosen === side}
        aria-label={`${who}: ${text(side)}`}
        onChange={() => onChoose(side)}
      />
      <span>
        <strong data-gone={conflict[side] === undefined || undefined}>{text(side)}</strong>
        <small>{note}</small>
      </span>
    </label>
  );
  return (
    <fieldset className={styles.choice}>
      <legend>
        <strong>{line.label}</strong>
        <small>{line.subject}</small>
      </legend>
      <div className={styles.side} data-base>
        <span>
          <strong>{text('base')}</strong>
          <small>version {versions[0]}</small>
        </span>
      </div>
      {option('theirs', `version ${versions[1]}`, `${author}’s version`)}
      {option('yours', 'not saved yet', 'Your draft')}
    </fieldset>
  );
}

interface ConflictLine {
  label: string;
  subject: string;
}

/** The words of the conflict, as if its value were changed in the base. */
function lineOf({ path, base, theirs, yours }: Conflict, model: Model, words: Words): ConflictLine {
  const to = yours ?? theirs;
  const change: Change =
    base === undefined
      ? { path, kind: 'add', to, after: null }
      : { path, kind: to === undefined ? 'remove' : 'change', from: base, to };
  const isWhole = isItem(path.at(-1));
  const changed = isWhole && base !== undefined ? { ...change, kind: 'remove' as const } : change;
  const [group] = summarize(model, applyChanges(model, [changed]), words).groups;
  const line = group?.lines[0];
  const subject = group && group.kind !== 'dashboard' ? `${group.kind} ${group.name}` : 'dashboard';
  return {
    label: line?.label ?? 'Value',
    subject: subject.charAt(0).toUpperCase() + subject.slice(1),
  };
}

function sideWords(value: unknown, { path, base }: Conflict): string {
  if (value === undefined) return base === undefined ? 'Not there' : 'Removed';
  if (!isItem(path.at(-1))) return valueWords(value);
  const place = (value as { gridPos?: Parameters<typeof placeWords>[0] }).gridPos;
  return place ? `Kept, ${placeWords(place)}` : 'Kept with changes';
}
