/** The open part of a menu. */
import { useEffect, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { Check } from 'lucide-react';
import { Link } from 'wouter';
import { notify } from '../../kernel/events';
import { Floating } from './Floating';
import { Kbd } from './Kbd';
import type { MenuItem, MenuItems } from './menuItems';
import type { Placement } from './placement';
import styles from './Menu.module.css';

export interface MenuBoxProps {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  label: string;
  items: MenuItems;
  placement?: Placement;
  onClose: () => void;
}

export function MenuBox({ id, anchor, label, items, placement, onClose }: MenuBoxProps): ReactNode {
  const shown = useItems(items, onClose);
  if (!shown) return null;
  return (
    <Floating
      id={id}
      role="menu"
      anchor={anchor}
      label={label}
      placement={placement}
      className={styles.menu}
      onClose={onClose}
      onKeyDown={(event) => moveInMenu(event, onClose)}
    >
      {shown.map((item, index) => (
        <MenuEntry
          key={index}
          item={item}
          isFirst={index === firstEnabled(shown)}
          close={onClose}
        />
      ))}
    </Floating>
  );
}

/**
 * Undefined while they are on their way; those of a function stay as they were when the menu was
 * opened.
 */
function useItems(items: MenuItems, onClose: () => void): readonly MenuItem[] | undefined {
  const [arrived, setArrived] = useState<readonly MenuItem[]>();
  useEffect(() => {
    if (typeof items !== 'function') return;
    let active = true;
    items().then(
      (found) => active && setArrived(found),
      () => {
        onClose();
        notify('The menu could not be loaded. Check your connection, or reload the page.', 'error');
      },
    );
    return () => {
      active = false;
    };
    // Asked once each time the menu is opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return typeof items === 'function' ? arrived : items;
}

function firstEnabled(items: readonly MenuItem[]): number {
  return items.findIndex((item) => typeof item === 'object' && 'label' in item && !item.disabled);
}

function MenuEntry({
  item,
  isFirst,
  close,
}: {
  item: MenuItem;
  isFirst: boolean;
  close: () => void;
}): ReactNode {
  if (item === 'separator') return <div role="separator" className={styles.separator} />;
  if ('heading' in item) return <div className={styles.heading}>{item.heading}</div>;
  const { icon: Icon, keys } = item;
  const content = (
    <>
      {item.checked !== undefined && (
        <Check size={14} aria-hidden className={item.checked ? '' : styles.hidden} />
      )}
      {Icon && <Icon size={15} aria-hidden />}
      <span className={styles.label}>{item.label}</span>
      {item.hint && <span className={styles.hint}>{item.hint}</span>}
      {keys && <Kbd keys={keys} />}
    </>
  );
  const shared = {
    className: `${styles.item} ${item.danger ? styles.danger : ''}`,
    role: item.checked === undefined ? 'menuitem' : 'menuitemcheckbox',
    'aria-checked': item.checked,
    tabIndex: -1,
    'data-autofocus': isFirst || undefined,
  };
  if (item.href !== undefined && !item.disabled) {
    return (
      <Link href={item.href} onClick={close} {...shared}>
        {content}
      </Link>
    );
  }
  return (
    <button
      type="button"
      aria-disabled={item.disabled || undefined}
      onClick={() => {
        if (item.disabled) return;
        close();
        item.onSelect?.();
      }}
      {...shared}
    >
      {content}
    </button>
  );
}

/** Arrow keys, Home, End and the first letter move; Tab leaves. */
function moveInMenu(event: KeyboardEvent<HTMLDivElement>, close: () => void): void {
  if (event.key === 'Tab') {
    close();
    return;
  }
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  let next: HTMLElement | undefined;
  if (event.key === 'ArrowDown') next = entries[(at + 1) % entries.length];
  else if (event.key === 'ArrowUp') next = entries[(at - 1 + entries.length) % entries.length];
  else if (event.key === 'Home') next = entries[0];
  else if (event.key === 'End') next = entries.at(-1);
  else if (/^\S$/.test(event.key) && !event.ctrlKey && !event.metaKey) {
    const letter = event.key.toLowerCase();
    next = [...entries.slice(at + 1), ...entries].find((entry) =>
      entry.textContent?.toLowerCase().startsWith(letter),
    );
  }
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
