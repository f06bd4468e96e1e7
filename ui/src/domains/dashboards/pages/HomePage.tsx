import { useEffect, type ReactNode } from 'react';
import {
  Clock3,
  Compass,
  Database,
  FileDown,
  LayoutDashboard,
  Plus,
  Sparkles,
  Star,
  type LucideIcon,
} from 'lucide-react';
import { Link } from 'wouter';
import { Card, EmptyState, PageBody, SkeletonRows, Tag, TopBar } from '../../../design';
import { boot, can, isSignedIn } from '../../../kernel/boot';
import { goTo, localPath } from '../../../kernel/location';
import { useApi } from '../../../kernel/query';
import { isApple } from '../../../kernel/shortcuts';
import { useRecent, useSearch, type SearchHit } from '../api';
import { hasDraft } from '../session/draftPlace';
import { StarButton } from '../parts/browse/ItemRow';
import styles from '../parts/browse/Home.module.css';

/** A dashboard with this tag introduces the product, together with its neighbours in the folder. */
const TOUR_TAG = 'tour';

/** `alerts` shows what is firing now. */
export function HomePage({ alerts }: { alerts?: ReactNode }): ReactNode {
  const home = useApi<{ redirectUri?: string }>('/api/dashboards/home', { staleTime: 60_000 });
  const starred = useSearch({ starred: true, type: 'dash-db', limit: 20 }, isSignedIn());
  const recent = useRecent();
  const tour = useTour();
  const redirect = home.data?.redirectUri;
  useEffect(() => {
    if (redirect) goTo(localPath(redirect), { replace: true });
  }, [redirect]);

  if (redirect) return null;
  return (
    <>
      <TopBar title="Home" />
      <PageBody>
        <div className={styles.home}>
          <header className={styles.hello}>
            <h2>{greeting()}</h2>
            <p>
              Open a starred or recent dashboard, or press {isApple ? '⌘K' : 'Ctrl K'} to search.
            </p>
          </header>
          {alerts}
          {tour.length > 0 && (
            <section aria-label="Tour">
              <h3 className={styles.heading}>
                <Compass size={14} aria-hidden /> Take the tour
              </h3>
              <div className={styles.tiles}>
                {tour.map((hit) => (
                  <Tile key={hit.uid} hit={hit} />
                ))}
              </div>
            </section>
          )}
          <div className={styles.columns}>
            <DashboardList title="Starred" icon={Star} hits={isSignedIn() ? starred.data : []}>
              Star a dashboard to see it here.
            </DashboardList>
            <DashboardList title="Recently viewed" icon={Clock3} hits={recent.data}>
              Dashboards you open in this browser appear here.
            </DashboardList>
          </div>
          <NextSteps />
        </div>
      </PageBody>
    </>
  );
}

function useTour(): SearchHit[] {
  const start = useSearch({ tag: [TOUR_TAG], type: 'dash-db', limit: 6 });
  const folderUid = start.data?.find((hit) => hit.folderUid)?.folderUid;
  const neighbours = useSearch(
    { folderUIDs: folderUid ? [folderUid] : [], type: 'dash-db', limit: 6 },
    folderUid !== undefined,
  );
  const first = start.data ?? [];
  if (folderUid === undefined) return first;
  if (!neighbours.data) return [];
  return [
    ...first,
    ...neighbours.data.filter(({ uid }) => first.every((hit) => hit.uid !== uid)),
  ].slice(0, 6);
}

function greeting(): string {
  const hour = new Date().getHours();
  const part = hour < 5 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
  const { user } = boot();
  const name = isSignedIn() ? user?.name || user?.login : '';
  return part === 'night'
    ? `Good evening${name ? `, ${name}` : ''}`
    : `Good ${part}${name ? `, ${name}` : ''}`;
}

function Tile({ hit }: { hit: SearchHit }): ReactNode {
  return (
    <Link href={localPath(hit.url)} className={styles.tile}>
      <span className={styles.tileIcon}>
        <Sparkles size={16} aria-hidden />
      </span>
      <span>
        <strong>{hit.title}</strong>
        <small>{hit.tags.filter((tag) => tag !== TOUR_TAG).join(', ') || hit.folderTitle}</small>
      </span>
    </Link>
  );
}

interface DashboardListProps {
  title: string;
  icon: LucideIcon;
  hits: SearchHit[] | undefined;
  children: ReactNode;
}

function DashboardList({ title, icon, hits, children }: DashboardListProps): ReactNode {
  return (
    <Card title={title} flush>
      {!hits && <SkeletonRows rows={4} />}
      {hits?.length === 0 && (
        <div className={styles.empty}>
          <EmptyState icon={icon} title={`No ${title.toLowerCase()} dashboards yet`}>
            {children}
          </EmptyState>
        </div>
      )}
      <ul className={styles.list}>
        {hits?.map((hit) => (
          <li key={hit.uid}>
            <LayoutDashboard size={16} aria-hidden />
            <Link href={localPath(hit.url)}>
              {hit.title}
              {hit.folderTitle && <small>{hit.folderTitle}</small>}
            </Link>
            {hasDraft(hit.uid) && <Tag tone="accent">Draft</Tag>}
            {isSignedIn() && <StarButton hit={hit} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What an administrator or editor does first; a viewer has nothing to set up. */
function NextSteps(): ReactNode {
  const steps = [
    {
      href: '/datasources/new',
      icon: Database,
      title: 'Add a data source',
      text: 'Connect metrics, logs, traces or a database.',
      visible: can('datasources:write'),
    },
    {
      href: '/dashboard/new',
      icon: Plus,
      title: 'New dashboard',
      text: 'Start with a metric, or with an empty panel.',
      visible: can('dashboards:write'),
    },
    {
      href: '/import',
      icon: FileDown,
      title: 'Import a dashboard',
      text: 'Use dashboard JSON from Grafana 10.4 or Vedette.',
      visible: can('dashboards:write'),
    },
    {
      href: '/dashboards',
      icon: LayoutDashboard,
      title: 'Browse dashboards',
      text: 'Find dashboards by folder, tag or title.',
      visible: true,
    },
  ];
  return (
    <nav className={styles.tiles} aria-label="Next steps">
      {steps.map(
        ({ href, icon: Icon, title, text, visible }) =>
          visible && (
            <Link key={href} href={href} className={styles.tile}>
              <span className={styles.tileIcon} data-quiet>
                <Icon size={16} aria-hidden />
              </span>
              <span>
                <strong>{title}</strong>
                <small>{text}</small>
              </span>
            </Link>
          ),
      )}
    </nav>
  );
}
