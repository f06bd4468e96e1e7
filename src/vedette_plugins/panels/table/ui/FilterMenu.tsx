import { useId, useMemo, useRef, useState } from 'react';
import type { Frame } from '@vedette/sdk';
import type { Column } from './columns';
import { cellText } from './rows';
import styles from './FilterMenu.module.css';

interface Props {
  column: Column;
  frame: Frame;
  kept: ReadonlySet<string> | undefined;
  onChange(kept: ReadonlySet<string>): void;
}

const MOST_SHOWN = 200;
const MENU_WIDTH = 240;

export function FilterMenu({ column, frame, kept = new Set(), onChange }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const place = () => {
    const box = button.current?.getBoundingClientRect();
    if (!box || !menu.current) return;
    const left = Math.max(8, Math.min(box.left, window.innerWidth - MENU_WIDTH - 8));
    const top = Math.min(box.bottom + 4, window.innerHeight - 340);
    Object.assign(menu.current.style, { left: `${left}px`, top: `${Math.max(8, top)}px` });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        className={styles.button}
        data-active={kept.size > 0 || undefined}
        aria-label={`Filter ${column.name}${kept.size ? `, ${kept.size} chosen` : ''}`}
        onClick={place}
      >
        <svg
          width="12"
          height="12"
          viewBox="0 0 12 12"
          fill={kept.size ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="1.4"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M1.5 2h9L7 6.2V10L5 9V6.2z" />
        </svg>
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className={styles.menu}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && <FilterList column={column} frame={frame} kept={kept} onChange={onChange} />}
      </div>
    </>
  );
}

function FilterList({
  column,
  frame,
  kept,
  onChange,
}: Required<Pick<Props, 'column' | 'frame' | 'onChange'>> & { kept: ReadonlySet<string> }) {
  const [search, setSearch] = useState('');
  const texts = useMemo(() => distinctTexts(column, frame.length), [column, frame]);
  const wanted = search.toLowerCase();
  const found = texts.filter((text) => text.toLowerCase().includes(wanted));
  const toggle = (text: string) => {
    const next = new Set(kept);
    if (!next.delete(text)) next.add(text);
    onChange(next);
  };
  return (
    <>
      <input
        type="search"
        autoFocus
        className={styles.search}
        placeholder="Search values"
        aria-label={`Search values of ${column.name}`}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className={styles.list}>
        {found.slice(0, MOST_SHOWN).map((text) => (
          <label key={text} className={styles.choice}>
            <input type="checkbox" checked={kept.has(text)} onChange={() => toggle(text)} />
            <span dir="auto">{text || 'Empty'}</span>
          </label>
        ))}
        {found.length > MOST_SHOWN && (
          <p className={styles.more}>
            {found.length - MOST_SHOWN} more. Search to filter the list.
          </p>
        )}
        {found.length === 0 && <p className={styles.more}>No matching values.</p>}
      </div>
      <div className={styles.foot}>
        <button
          type="button"
          disabled={found.length === 0}
          onClick={() => onChange(new Set(found))}
        >
          Choose {wanted ? 'found' : 'all'}
        </button>
        <button type="button" disabled={kept.size === 0} onClick={() => onChange(new Set())}>
          Clear
        </button>
      </div>
    </>
  );
}

function distinctTexts({ field }: Column, length: number): string[] {
  const texts = new Set<string>();
  for (let row = 0; row < length; row++) texts.add(cellText(field, row));
  return [...texts].sort(new Intl.Collator(undefined, { numeric: true }).compare);
}
