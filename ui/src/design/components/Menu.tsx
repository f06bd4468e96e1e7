import { cloneElement, useId, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { Check, type LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import { Floating } from './Floating';
import { Kbd } from './Kbd';
import type { Placement } from './placement';
import type { TriggerProps } from './Popover';
import styles from './Menu.module.css';

export interface MenuAction {
  label: string;
  icon?: LucideIcon;
  /** Shown dim after the label. */
  hint?: string;
  /** Keys of the shortcut that does the same, apart by spaces. */
  keys?: string;
  onSelect?: () => void;
  /** A path of the product, instead of `onSelect`. */
  href?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Makes it a choice that is on or off. */
  checked?: boolean;
}

export type MenuItem = MenuAction | { heading: string } | 'separator';

export interface MenuProps {
  trigger: ReactElement<TriggerProps>;
  label: string;
  items: readonly MenuItem[];
  placement?: Placement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

export function Menu(props: MenuProps): ReactNode {
  const { trigger, label, items, placement } = props;
  const [ownOpen, setOwnOpen] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const id = useId();
  const open = props.open ?? ownOpen;
  const setOpen = (next: boolean) => {
    setOwnOpen(next);
    props.onOpenChange?.(next);
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        onClick: () => setOpen(!open),
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
      })}
      {open && (
        <Floating
          id={id}
          role="menu"
          anchor={anchor}
          label={label}
          placement={placement}
          className={styles.menu}
          onClose={() => setOpen(false)}
          onKeyDown={(event) => moveInMenu(event, () => setOpen(false))}
        >
          {items.map((item, index) => (
            <MenuEntry key={index} item={item} isFirst={index === firstEnabled(items)} close={() => setOpen(false)} />
          ))}
        </Floating>
      )}
    </>
  );
}

function firstEnabled(items: readonly MenuItem[]): number {
  return items.findIndex((item) => typeof item === 'object' && 'label' in item && !item.disabled);
}

function MenuEntry({ item, isFirst, close }: { item: MenuItem; isFirst: boolean; close: () => void }): ReactNode {
  if (item === 'separator') return <div role="separator" className={styles.separator} />;
  if ('heading' in item) return <div className={styles.heading}>{item.heading}</div>;
  const { icon: Icon, keys } = item;
  const content = (
    <>
      {item.checked !== undefined && <Check size={14} aria-hidden className={item.checked ? '' : styles.hidden} />}
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
    next = [...entries.slice(at + 1), ...entries].find((entry) => entry.textContent?.toLowerCase().startsWith(letter));
  }
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
