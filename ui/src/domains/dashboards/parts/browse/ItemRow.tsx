import type { CSSProperties, ReactNode } from 'react';
import {
  ChevronRight,
  Ellipsis,
  Folder,
  FolderInput,
  FolderOpen,
  LayoutDashboard,
  Pencil,
  Star,
  Trash2,
} from 'lucide-react';
import { Link } from 'wouter';
import { Checkbox, IconButton, Menu, Tag, type MenuItem } from '../../../../design';
import { formatTime } from '../../../../data';
import { isSignedIn } from '../../../../kernel/boot';
import { localPath } from '../../../../kernel/location';
import { useTimeZone } from '../../../../kernel/timezone';
import { useStar, type Folder as FolderRecord, type SearchHit } from '../../api';
import { hasDraft } from '../../session/draftPlace';
import { useBrowse } from './context';
import type { Item } from './selection';
import styles from './Browse.module.css';

interface Expanding {
  open: boolean;
  toggle: () => void;
}

export function FolderRow({
  folder,
  depth,
  expanding,
}: {
  folder: FolderRecord;
  depth: number;
  expanding: Expanding;
}): ReactNode {
  const item: Item = { kind: 'folder', uid: folder.uid, title: folder.title };
  const Icon = expanding.open ? FolderOpen : Folder;
  return (
    <Row item={item} depth={depth}>
      <button
        type="button"
        className={styles.expand}
        aria-expanded={expanding.open}
        aria-label={`${expanding.open ? 'Close' : 'Open'} ${folder.title}`}
        onClick={expanding.toggle}
      >
        <ChevronRight size={14} aria-hidden />
      </button>
      <Icon size={16} aria-hidden className={styles.kind} />
      <Link href={`/dashboards/f/${folder.uid}`} className={styles.title}>
        {folder.title}
      </Link>
    </Row>
  );
}

/** `place` shows the folder the dashboard is in, for results from everywhere. `isAligned` leaves
 * the space of the button that opens a folder, for a list that contains folders. */
export function HitRow({
  hit,
  depth = 0,
  place,
  isAligned,
}: {
  hit: SearchHit;
  depth?: number;
  place?: boolean;
  isAligned?: boolean;
}): ReactNode {
  const { filterByTag } = useBrowse();
  const isFolder = hit.type === 'dash-folder';
  const Icon = isFolder ? Folder : LayoutDashboard;
  return (
    <Row
      item={{ kind: isFolder ? 'folder' : 'dashboard', uid: hit.uid, title: hit.title }}
      depth={depth}
      end={!isFolder && isSignedIn() && <StarButton hit={hit} />}
    >
      {isAligned && <span className={styles.expand} />}
      <Icon size={16} aria-hidden className={styles.kind} />
      <Link href={localPath(hit.url)} className={styles.title}>
        {hit.title}
      </Link>
      {!isFolder && hasDraft(hit.uid) && <Tag tone="accent">Draft</Tag>}
      {place && hit.folderTitle && <span className={styles.place}>{hit.folderTitle}</span>}
      <span className={styles.tags}>
        {hit.tags.slice(0, 4).map((tag) => (
          <button
            key={tag}
            type="button"
            className={styles.tag}
            onClick={() => filterByTag(tag)}
            aria-label={`Filter by tag ${tag}`}
          >
            {tag}
          </button>
        ))}
        {hit.tags.length > 4 && <span className={styles.place}>+{hit.tags.length - 4}</span>}
      </span>
      {!isFolder && <Modified time={hit.updated} />}
    </Row>
  );
}

/** When the dashboard was changed last: the day, and the time of day on hover. */
function Modified({ time = '' }: { time?: string }): ReactNode {
  const zone = useTimeZone();
  const at = Date.parse(time);
  if (!Number.isFinite(at)) return null;
  return (
    <time
      dateTime={time}
      className={styles.modified}
      data-tip={`Last modified ${formatTime(at, 'full', zone)}`}
    >
      <span className="vd-sr">Last modified </span>
      {formatTime(at, 'MMM D, YYYY', zone)}
    </time>
  );
}

function Row({
  item,
  depth,
  end,
  children,
}: {
  item: Item;
  depth: number;
  end?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { selection, mayWrite, mayDelete } = useBrowse();
  return (
    <div
      className={styles.row}
      style={{ '--depth': depth } as CSSProperties}
      data-chosen={selection.has(item) || undefined}
    >
      {(mayWrite || mayDelete) && (
        <Checkbox
          checked={selection.has(item)}
          onChange={() => selection.toggle(item)}
          label={<span className="vd-sr">Select {item.title}</span>}
        />
      )}
      <span className={styles.main}>{children}</span>
      {end}
      {(mayWrite || mayDelete) && <RowMenu item={item} />}
    </div>
  );
}

function RowMenu({ item }: { item: Item }): ReactNode {
  const { act, mayWrite, mayDelete } = useBrowse();
  const items: MenuItem[] = [
    ...(item.kind === 'folder'
      ? [
          {
            label: 'Rename…',
            icon: Pencil,
            disabled: !mayWrite,
            onSelect: () => act('rename', item),
          },
        ]
      : []),
    { label: 'Move…', icon: FolderInput, disabled: !mayWrite, onSelect: () => act('move', item) },
    {
      label: 'Delete…',
      icon: Trash2,
      danger: true,
      disabled: !mayDelete,
      onSelect: () => act('delete', item),
    },
  ];
  const label = `Actions for ${item.title}`;
  return (
    <Menu
      label={label}
      placement="bottom-end"
      items={items}
      trigger={<IconButton icon={Ellipsis} label={label} />}
    />
  );
}

export function StarButton({ hit }: { hit: SearchHit }): ReactNode {
  const star = useStar();
  // Shows the wish at once; the refreshed list confirms it.
  const starred = star.isPending ? star.variables.starred : hit.isStarred;
  return (
    <IconButton
      icon={Star}
      pressed={starred}
      label={`${starred ? 'Remove star from' : 'Star'} ${hit.title}`}
      className={starred ? styles.starred : styles.unstarred}
      onClick={() => star.mutate({ uid: hit.uid, starred: !starred })}
    />
  );
}
