/** The frame of a page: the sticky top row and tool bar, and the width its content takes. */
import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import styles from './Page.module.css';

export interface Crumb {
  label: string;
  href: string;
}

/** What the shell adds to every top row: search and the theme switch. */
export const TopBarExtras = createContext<ReactNode>(null);

/** Links between the pages of one section; the shell puts them at the start of the second row. */
export const SectionLinks = createContext<ReactNode>(null);

export interface TopBarProps {
  title: string;
  crumbs?: readonly Crumb[];
  /** Right after the title: the star, a state tag. */
  titleExtras?: ReactNode;
  /** At the right end of the top row. */
  actions?: ReactNode;
  /** The second row. `<Spacer/>` divides left from right. */
  toolbar?: ReactNode;
}

/** Path of the page that the browser opened; cleared by the first step to another one. */
let opened: string | undefined | null;

/** Whether this is a page somebody went to from another page of the product. */
function isStepped(): boolean {
  if (opened === undefined) opened = window.location.pathname;
  if (opened !== window.location.pathname) opened = null;
  return opened === null;
}

/**
 * Pages render this first; it also names the browser tab, and takes the focus that went with the
 * page before.
 */
export function TopBar({
  title,
  crumbs = [],
  titleExtras,
  actions,
  toolbar,
}: TopBarProps): ReactNode {
  const extras = use(TopBarExtras);
  const section = use(SectionLinks);
  useEffect(() => {
    document.title = `${title} · Vedette`;
  }, [title]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isStepped() && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, []);
  // On a phone the row is wider than the screen; it starts where the person is.
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('nav [aria-current]');
    if (row.current && current)
      row.current.scrollLeft =
        current.offsetLeft + current.offsetWidth / 2 - row.current.clientWidth / 2;
  }, []);
  return (
    <header className={styles.top}>
      <div className={styles.row}>
        <nav className={styles.crumbs} aria-label="Breadcrumb">
          {crumbs.map((crumb) => (
            <span key={crumb.href} className={styles.crumb}>
              <Link href={crumb.href}>{crumb.label}</Link>
              <ChevronRight size={14} aria-hidden />
            </span>
          ))}
          <h1 ref={heading} tabIndex={-1} title={title}>
            {title}
          </h1>
        </nav>
        {titleExtras}
        <Spacer />
        {extras}
        {actions}
      </div>
      {(section || toolbar) && (
        <div ref={row} className={styles.toolbar}>
          {section}
          {section && toolbar && <Spacer />}
          {toolbar}
        </div>
      )}
    </header>
  );
}

export function Spacer(): ReactNode {
  return <span className={styles.spacer} />;
}

/** The content under a `TopBar`. `narrow` is for forms and reading. */
export function PageBody({
  narrow,
  children,
}: {
  narrow?: boolean;
  children: ReactNode;
}): ReactNode {
  return <div className={`${styles.body} ${narrow ? styles.narrow : ''}`}>{children}</div>;
}

export interface CardProps {
  title?: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** No padding: for tables and lists. */
  flush?: boolean;
  children: ReactNode;
}

/** A number, a word or two: they stay beside the title on the smallest screens. */
function isShort(subtitle: ReactNode): boolean {
  return typeof subtitle === 'string' && subtitle.length <= 16;
}

/** A bordered box with a title row. */
export function Card({ title, subtitle, actions, flush, children }: CardProps): ReactNode {
  return (
    <section className={styles.card} aria-label={title}>
      {title && (
        <header>
          <h2>{title}</h2>
          {subtitle && (
            <span className={styles.subtitle} data-short={isShort(subtitle) || undefined}>
              {subtitle}
            </span>
          )}
          <Spacer />
          {actions}
        </header>
      )}
      <div className={flush ? styles.flush : styles.padded}>{children}</div>
    </section>
  );
}
