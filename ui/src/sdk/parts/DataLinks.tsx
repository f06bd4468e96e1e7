import { useId, useRef, type CSSProperties, type ReactNode } from 'react';
import type { ResolvedLink } from '../../data';
import { useOpenQuery } from './OpenQuery';
import styles from './DataLinks.module.css';

export interface DataLinksProps {
  links: readonly ResolvedLink[] | undefined;
  className?: string;
  style?: CSSProperties;
  /** Names the button where there are several links. */
  label?: string;
  children: ReactNode;
}

/** Makes its content a link, or a button that lists the links where there are several. */
export function DataLinks({ links, className, style, label, children }: DataLinksProps) {
  const [first] = links ?? [];
  if (!links || !first) {
    return (
      <div className={className} style={style}>
        {children}
      </div>
    );
  }
  if (links.length === 1) {
    return (
      <LinkTo link={first} className={`${styles.link} ${className ?? ''}`} style={style} hint>
        {children}
      </LinkTo>
    );
  }
  return (
    <LinkMenu links={links} className={className} style={style} label={label}>
      {children}
    </LinkMenu>
  );
}

export interface LinkToProps {
  link: ResolvedLink;
  className?: string;
  style?: CSSProperties;
  /** Shows the link's title on hover: the content says something else. */
  hint?: boolean;
  children?: ReactNode;
}

/**
 * An anchor for a resolved link: its URL was checked when it was resolved, and the new page learns
 * nothing of this one. Links to queries open beside the page where it can show them.
 */
export function LinkTo({ link, className, style, hint, children }: LinkToProps) {
  const onClick = useOpenQuery(link);
  return (
    <a
      className={className}
      style={style}
      href={link.href}
      target={link.newTab ? '_blank' : undefined}
      rel="noopener noreferrer"
      title={hint ? link.title : undefined}
      onClick={onClick}
    >
      {children ?? link.title}
    </a>
  );
}

const MENU_WIDTH = 240;

function LinkMenu({
  links,
  className,
  style,
  label,
  children,
}: DataLinksProps & { links: readonly ResolvedLink[] }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const place = () => {
    const box = button.current?.getBoundingClientRect();
    if (!box || !menu.current) return;
    const left = Math.min(box.left, window.innerWidth - MENU_WIDTH - 8);
    const top = Math.min(box.bottom + 4, window.innerHeight - links.length * 32 - 16);
    Object.assign(menu.current.style, {
      left: `${Math.max(8, left)}px`,
      top: `${Math.max(8, top)}px`,
    });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        onClick={place}
        className={`${styles.link} ${styles.button} ${className ?? ''}`}
        style={style}
        aria-label={label ? `Links of ${label}` : undefined}
      >
        {children}
      </button>
      <div ref={menu} id={id} popover="auto" className={styles.menu}>
        {links.map((link, index) => (
          <LinkTo key={index} link={link} className={styles.item} />
        ))}
      </div>
    </>
  );
}
