/** Changes in words, grouped by what they belong to. */
import { useState, type ReactNode } from 'react';
import {
  ChartLine,
  ChevronRight,
  LayoutDashboard,
  Link2,
  MessageSquare,
  Rows3,
  Undo2,
  Variable,
  type LucideIcon,
} from 'lucide-react';
import { Button, IconButton, Tag } from '../../../../design';
import {
  movedWords,
  type ChangeGroup,
  type ChangeLine,
  type ChangeSummary,
  type GroupKind,
} from '../model/describe';
import type { Change } from '../model/diff';
import { keyWords } from '../model/values';
import { wordDiff } from '../model/wordDiff';
import styles from './Save.module.css';

const ICONS: Record<GroupKind, LucideIcon> = {
  dashboard: LayoutDashboard,
  panel: ChartLine,
  row: Rows3,
  variable: Variable,
  annotation: MessageSquare,
  link: Link2,
};

export interface ChangeListProps {
  summary: ChangeSummary;
  /** Without it the list is for reading only. */
  onRevert?: (changes: readonly Change[]) => void;
}

export function ChangeList({ summary, onRevert }: ChangeListProps): ReactNode {
  return (
    <ul className={styles.groups} aria-label="Changes">
      {summary.groups.map((group) => (
        <Group key={group.key} group={group} onRevert={onRevert} />
      ))}
      {summary.moved.changes.length > 0 && <Moved moved={summary.moved} />}
    </ul>
  );
}

function Group({
  group,
  onRevert,
}: {
  group: ChangeGroup;
  onRevert?: ChangeListProps['onRevert'];
}): ReactNode {
  const Icon = ICONS[group.kind];
  const name = group.kind === 'dashboard' ? 'Dashboard' : keyWords(group.kind);
  const count = group.lines.length;
  return (
    <li className={styles.group}>
      <h3 className={styles.subject}>
        <Icon size={15} aria-hidden />
        <span>{name}</span> {group.name && <strong>{group.name}</strong>}
        <Tag tone={group.state === 'added' ? 'ok' : group.state === 'removed' ? 'crit' : 'mute'}>
          {group.state ?? `${count} ${count === 1 ? 'change' : 'changes'}`}
        </Tag>
      </h3>
      <ul className={styles.lines}>
        {group.lines.map((line) => (
          <li key={line.key} className={styles.line}>
            <span className={styles.label}>{line.label}</span>
            <LineValues line={line} />
            {onRevert && (
              <IconButton
                icon={Undo2}
                label={`Revert this change: ${line.label}${group.name ? ` of ${group.name}` : ''}`}
                onClick={() => onRevert([line.change])}
              />
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}

export function LineValues({ line }: { line: Omit<ChangeLine, 'key' | 'change'> }): ReactNode {
  const { from, to, note, isText } = line;
  if (note !== undefined || from === undefined || to === undefined)
    return <span className={styles.values}>{note}</span>;
  if (isText)
    return (
      <span className={`${styles.values} ${styles.text}`}>
        {wordDiff(from, to).map((part, index) =>
          part.kind === 'same' ? (
            part.text
          ) : part.kind === 'removed' ? (
            <del key={index}>{part.text}</del>
          ) : (
            <ins key={index}>{part.text}</ins>
          ),
        )}
      </span>
    );
  return (
    <span className={styles.values}>
      <del>{from}</del> <span aria-hidden>→</span> <ins>{to}</ins>
    </span>
  );
}

function Moved({ moved }: { moved: ChangeSummary['moved'] }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={styles.group}>
      <Button
        variant="ghost"
        icon={ChevronRight}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {movedWords(moved.names.length)}
      </Button>
      {isOpen && <p className={styles.hint}>{moved.names.join(', ')}</p>}
    </li>
  );
}
