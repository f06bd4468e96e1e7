/** Title, description, what to know about the data, and the menu of a panel. */
import { useEffect, useState, type ReactNode } from 'react';
import {
  Bell,
  CircleAlert,
  ExternalLink,
  Info,
  Maximize2,
  Minimize2,
  TriangleAlert,
} from 'lucide-react';
import { Link } from 'wouter';
import type { Notice, ResolvedLink } from '../../../../data';
import { IconButton } from '../../../../design/components/Button';
import { Popover } from '../../../../design/components/Popover';
import type { QueryProblem } from '../../../../querying/response';
import type { PanelAlerts } from '../../../../sdk/panelAlerts';
import { PanelMenu, type PanelMenuProps } from './PanelMenu';
import styles from './Panel.module.css';

export interface PanelHeaderProps extends PanelMenuProps {
  titleId: string;
  isViewed: boolean;
  onView: () => void;
  description?: string;
  links: readonly ResolvedLink[];
  timeNote?: string;
  /** Set where older data stays on screen beside a failure. */
  problems: readonly QueryProblem[];
  notices: readonly Notice[];
  /** How the alert rules of the panel stand. */
  alerts?: PanelAlerts;
  /** Leaves the buttons out: a panel embedded in another site. */
  bare?: boolean;
  /** Set while data older than what was asked for is shown. */
  staleSince?: number;
}

export function PanelHeader(props: PanelHeaderProps): ReactNode {
  const { titleId, title, description, links, timeNote, problems, notices, staleSince, alerts } =
    props;
  return (
    <header className={styles.header}>
      {title && (
        <h2 id={titleId} className={styles.title} title={title}>
          {title}
        </h2>
      )}
      {(description || links.length > 0) && <Description text={description} links={links} />}
      {timeNote && <span className={styles.sub}>{timeNote}</span>}
      <span className={styles.grow} />
      {alerts && (
        <Link
          href={alerts.href}
          className={`${styles.chip} ${styles[alerts.tone]}`}
          aria-label={alerts.text}
          data-tip={alerts.text}
        >
          <Bell size={12} aria-hidden />
          {alerts.label}
        </Link>
      )}
      {staleSince !== undefined && <StaleTag since={staleSince} />}
      {problems.length > 0 && <ProblemChip problems={problems} />}
      {notices.length > 0 && <NoticeChip notices={notices} />}
      {!props.bare && <PanelActions {...props} />}
    </header>
  );
}

function PanelActions(props: PanelHeaderProps): ReactNode {
  const { isViewed } = props;
  return (
    <span className={styles.actions}>
      <IconButton
        icon={isViewed ? Minimize2 : Maximize2}
        label={isViewed ? 'Back to the dashboard' : 'View full screen'}
        size="sm"
        className={isViewed ? undefined : styles.onHover}
        onClick={props.onView}
      />
      <PanelMenu title={props.title} items={props.items} />
    </span>
  );
}

function Description({
  text,
  links,
}: {
  text?: string;
  links: readonly ResolvedLink[];
}): ReactNode {
  return (
    <Popover
      label="Panel description"
      trigger={
        <button type="button" className={styles.info} aria-label="Panel description">
          {text ? <Info size={13} aria-hidden /> : <ExternalLink size={13} aria-hidden />}
        </button>
      }
    >
      <div className={styles.description}>
        {text}
        {links.length > 0 && (
          <div className={styles.links}>
            {links.map((link) => (
              <a
                key={link.title + link.href}
                href={link.href}
                target={link.newTab ? '_blank' : undefined}
                rel={link.newTab ? 'noopener noreferrer' : undefined}
              >
                {link.title}
              </a>
            ))}
          </div>
        )}
      </div>
    </Popover>
  );
}

function ProblemChip({ problems }: { problems: readonly QueryProblem[] }): ReactNode {
  return (
    <Popover
      label="Error details"
      placement="bottom-end"
      trigger={
        <button type="button" className={`${styles.chip} ${styles.crit}`}>
          <TriangleAlert size={12} aria-hidden />
          Error
        </button>
      }
    >
      <div className={styles.problems}>
        {problems.map((problem, index) => (
          <p key={index}>
            {problem.source}
            {problem.refId && ` · query ${problem.refId}`}
            {problem.status !== undefined && ` · ${problem.status}`}
            <code>{problem.message}</code>
          </p>
        ))}
      </div>
    </Popover>
  );
}

function NoticeChip({ notices }: { notices: readonly Notice[] }): ReactNode {
  const serious = notices.some((notice) => notice.severity !== 'info');
  const Icon = serious ? CircleAlert : Info;
  return (
    <Popover
      label="Notices"
      placement="bottom-end"
      trigger={
        <button type="button" className={`${styles.chip} ${serious ? styles.warn : styles.mute}`}>
          <Icon size={12} aria-hidden />
          {notices.length === 1 ? 'Notice' : `${notices.length} notices`}
        </button>
      }
    >
      <div className={styles.problems}>
        {notices.map((notice, index) => (
          <p key={index}>{notice.text}</p>
        ))}
      </div>
    </Popover>
  );
}

function StaleTag({ since }: { since: number }): ReactNode {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return <span className={`${styles.chip} ${styles.mute}`}>stale {ageText(now - since)}</span>;
}

export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} m`;
  return `${Math.round(seconds / 3600)} h`;
}
