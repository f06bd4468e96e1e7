/** Asking data sources without a dashboard: one or two panes, all of it in the address. */
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Compass, Database, History, Link } from 'lucide-react';
import { Button, EmptyState, LinkButton, PageBody, TopBar } from '../../../design';
import { boot, can, holdsExplore, isSignedIn } from '../../../kernel/boot';
import { notify } from '../../../kernel/events';
import { useShortcuts } from '../../../kernel/shortcuts';
import { PaneView } from '../parts/PaneView';
import styles from '../parts/Explore.module.css';
import { useExplore } from '../session/useExplore';
import { useZone } from '../session/useZone';

const HistoryDrawer = lazy(() =>
  import('../parts/HistoryDrawer').then((m) => ({ default: m.HistoryDrawer })),
);

export function ExplorePage(): ReactNode {
  if (!boot().settings.exploreEnabled)
    return (
      <Closed title="Explore is turned off">
        An administrator can turn it on in the configuration: <code>enabled</code> in the section{' '}
        <code>[explore]</code>.
      </Closed>
    );
  if (!holdsExplore())
    return (
      <Closed title="You do not have access to Explore">
        Ask an administrator for the Editor role.
      </Closed>
    );
  return <Open />;
}

function Closed({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <>
      <TopBar title="Explore" />
      <PageBody>
        <EmptyState icon={Compass} title={title}>
          {children}
        </EmptyState>
      </PageBody>
    </>
  );
}

function Open(): ReactNode {
  const explore = useExplore();
  const zone = useZone();
  const [showsHistory, setShowsHistory] = useState(false);
  const keys = Object.keys(explore.current);
  const copyLink = () =>
    void navigator.clipboard
      ?.writeText(explore.address())
      .then(() => notify('Link copied', 'success'));
  useShortcuts([
    { keys: 'd r', label: 'Run the queries again', group: 'Explore', run: explore.runAll },
  ]);

  if (explore.sources.list.length === 0)
    return (
      <>
        <TopBar title="Explore" />
        <PageBody>
          <EmptyState
            icon={Database}
            title="No data source yet"
            actions={
              can('datasources:write') && (
                <LinkButton variant="primary" href="/datasources/new">
                  Add a data source
                </LinkButton>
              )
            }
          >
            Explore queries data sources. Add one first.
          </EmptyState>
        </PageBody>
      </>
    );
  return (
    <>
      <TopBar
        title="Explore"
        actions={
          <>
            {isSignedIn() && (
              <Button icon={History} onClick={() => setShowsHistory(true)}>
                Queries
              </Button>
            )}
            <Button icon={Link} className="vd-wide-only" onClick={copyLink}>
              Copy link
            </Button>
          </>
        }
      />
      <div className={styles.panes} data-panes={keys.length}>
        {keys.map((key) => (
          <PaneView key={key} id={key} explore={explore} zone={zone} />
        ))}
      </div>
      <Suspense>
        {showsHistory && (
          <HistoryDrawer
            sources={explore.sources}
            timeZone={zone.timeZone}
            onUse={(datasource, queries) => {
              setShowsHistory(false);
              const key = keys[0] ?? '';
              const pane = explore.current[key];
              if (pane) explore.run(key, { ...pane, datasource, queries });
            }}
            onClose={() => setShowsHistory(false)}
          />
        )}
      </Suspense>
    </>
  );
}
