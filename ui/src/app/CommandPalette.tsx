/**
 * Search and commands: dashboards, folders and alert rules as you type, `>` for commands, `#` for
 * tags, `@` for metrics.
 */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Search } from 'lucide-react';
import { Kbd, NativeDialog, Spinner } from '../design';
import { basePath } from '../kernel/embedded';
import { goTo, localPath } from '../kernel/location';
import { splitMatches } from './fuzzy';
import { usePaletteGroups } from './paletteEntries';
import type { PaletteEntry } from './paletteEntry';
import { hasMetrics } from './paletteMetrics';
import styles from './CommandPalette.module.css';

export interface CommandPaletteProps {
  onClose: () => void;
  onSwitchTheme: () => void;
}

export function CommandPalette({ onClose, onSwitchTheme }: CommandPaletteProps): ReactNode {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { groups, loading, words, problems } = usePaletteGroups(text, onSwitchTheme);
  const entries = groups.flatMap((group) => group.entries);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const change = (next: string) => {
    setText(next);
    setActive(0);
  };

  const open = (entry: PaletteEntry | undefined, newTab: boolean) => {
    if (!entry) return;
    onClose();
    if (entry.href === undefined) entry.run?.();
    else if (newTab) window.open(basePath + localPath(entry.href), '_blank', 'noopener');
    else goTo(localPath(entry.href));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const count = Math.max(entries.length, 1);
    if (event.key === 'ArrowDown') setActive((active + 1) % count);
    else if (event.key === 'ArrowUp') setActive((active - 1 + count) % count);
    else if (event.key === 'Enter') open(entries[active], event.metaKey || event.ctrlKey);
    else return;
    event.preventDefault();
  };

  return (
    <NativeDialog label="Command palette" className={styles.palette} onClose={onClose}>
      <div className={styles.input}>
        <Search size={17} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label="Search"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={entries[active] && `${id}-${active}`}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search dashboards, folders and alert rules"
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {loading && <Spinner size={15} />}
        <button type="button" onClick={onClose} aria-label="Esc, close">
          <Kbd keys="Escape" />
        </button>
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Results" className={styles.list}>
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <div className={styles.heading}>{group.title}</div>
            {group.entries.map((entry) => {
              const index = entries.indexOf(entry);
              return (
                <Entry
                  key={entry.id}
                  id={`${id}-${index}`}
                  entry={entry}
                  words={words}
                  selected={index === active}
                  onHover={() => setActive(index)}
                  onOpen={(newTab) => open(entry, newTab)}
                />
              );
            })}
          </div>
        ))}
        {entries.length === 0 && !loading && <div className={styles.none}>{noMatch(text)}</div>}
      </div>
      {problems.map((problem) => (
        <p key={problem} role="alert" className={styles.problem}>
          {problem}
        </p>
      ))}
      <footer className={styles.footer}>
        <span>
          <Kbd keys="ArrowUp ArrowDown" /> move
        </span>
        <span>
          <Kbd keys="Enter" /> open
        </span>
        <span>
          <Kbd keys="mod+Enter" /> new tab
        </span>
        <span className={styles.gap} />
        <span>
          <Kbd keys=">" /> commands <Kbd keys="#" /> tags
          {hasMetrics() && (
            <>
              {' '}
              <Kbd keys="@" /> metrics
            </>
          )}
        </span>
      </footer>
    </NativeDialog>
  );
}

function noMatch(text: string): string {
  if (!text.startsWith('@')) return `No results for “${text}”.`;
  if (!hasMetrics())
    return 'No data source with metrics. Add a Prometheus data source to search for metrics.';
  return text.length > 1
    ? `No metric matches “${text.slice(1).trim()}”.`
    : 'No metrics in the last hour.';
}

interface EntryProps {
  id: string;
  entry: PaletteEntry;
  words: readonly string[];
  selected: boolean;
  onHover: () => void;
  onOpen: (newTab: boolean) => void;
}

function Entry({ id, entry, words, selected, onHover, onOpen }: EntryProps): ReactNode {
  const { icon: Icon } = entry;
  return (
    <div
      id={id}
      role="option"
      aria-selected={selected}
      className={styles.entry}
      onPointerMove={onHover}
      onClick={(event) => onOpen(event.metaKey || event.ctrlKey)}
    >
      <Icon size={16} aria-hidden />
      <span className={styles.label}>
        {splitMatches(entry.label, words).map((part, index) =>
          part.hit ? <mark key={index}>{part.text}</mark> : part.text,
        )}
        {entry.detail && <em> {entry.detail}</em>}
      </span>
      <span className={styles.hint}>
        {entry.hint}
        {entry.keys && <Kbd keys={entry.keys} />}
      </span>
    </div>
  );
}
