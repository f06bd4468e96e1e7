/** Links of the dashboard: to addresses, and to dashboards with the same tags. */
import { type ReactNode } from 'react';
import { ChevronDown, ExternalLink, LayoutDashboard } from 'lucide-react';
import { Link } from 'wouter';
import { safeUrl, type DashboardLink } from '../../../../data';
import { Button, Menu } from '../../../../design';
import { localPath } from '../../../../kernel/location';
import { useSearch } from '../../api';
import { fillText, type VariableValues } from '../../../../querying/fill';
import { useDashboard, useDashboardValues } from '../../session/context';
import { useDashboardModel } from '../../session/models';
import { pageUrl } from '../../../../kernel/api';
import styles from './Toolbar.module.css';

export function LinkBar(): ReactNode {
  const model = useDashboardModel();
  return model.links.map((link, index) => <LinkItem key={index} link={link} />);
}

/** One link, or the dashboards that it finds by their tags. */
export function LinkItem({ link }: { link: DashboardLink }): ReactNode {
  return link.type === 'dashboards' ? <TaggedLinks link={link} /> : <OneLink link={link} />;
}

function OneLink({ link }: { link: DashboardLink }): ReactNode {
  const { values } = useDashboardValues();
  const href = safeUrl(withState(fillText(link.url ?? '', values, 'uriencode'), link, values));
  if (!href) return null;
  return (
    <a
      className={styles.link}
      href={pageUrl(href)}
      target={link.targetBlank ? '_blank' : undefined}
      rel={link.targetBlank ? 'noopener noreferrer' : undefined}
      data-tip={link.tooltip ? fillText(link.tooltip, values, 'text') : undefined}
    >
      <ExternalLink size={13} aria-hidden />
      {fillText(link.title || link.url || '', values, 'text')}
    </a>
  );
}

function TaggedLinks({ link }: { link: DashboardLink }): ReactNode {
  const { uid } = useDashboard();
  const { values } = useDashboardValues();
  const { data = [] } = useSearch({ tag: link.tags ?? [], type: 'dash-db', limit: 100 });
  const found = data.filter((hit) => hit.uid !== uid);
  const title = fillText(link.title || 'Dashboards', values, 'text');
  if (found.length === 0) return null;
  const hrefOf = (url: string) => withState(localPath(url), link, values);
  if (!link.asDropdown) {
    return found.map((hit) => (
      <Link
        key={hit.uid}
        className={styles.link}
        href={hrefOf(hit.url)}
        target={link.targetBlank ? '_blank' : undefined}
      >
        <LayoutDashboard size={13} aria-hidden />
        {hit.title}
      </Link>
    ));
  }
  return (
    <Menu
      label={title}
      items={found.map((hit) => ({ label: hit.title, href: hrefOf(hit.url) }))}
      trigger={
        <Button variant="ghost" icon={LayoutDashboard}>
          {title}
          <ChevronDown size={13} aria-hidden />
        </Button>
      }
    />
  );
}

/** Hands the time range and the variables on where the link says so. */
function withState(url: string, link: DashboardLink, values: VariableValues): string {
  const parts = [
    link.keepTime ? fillText('${__url_time_range}', values) : '',
    link.includeVars ? fillText('${__all_variables}', values) : '',
  ].filter(Boolean);
  if (parts.length === 0) return url;
  const [base = '', hash] = url.split('#', 2);
  return (
    base +
    (base.includes('?') ? '&' : '?') +
    parts.join('&') +
    (hash === undefined ? '' : `#${hash}`)
  );
}
