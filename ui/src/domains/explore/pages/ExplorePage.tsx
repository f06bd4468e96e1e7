/** Asking data sources without a dashboard: one or two panes, all of it in the address. */
import type { ReactNode } from 'react';
import { Compass, Database, Link } from 'lucide-react';
import { Button, EmptyState, LinkButton, PageBody, TopBar } from '../../../design';
import { boot, can } from '../../../kernel/boot';
import { notify } from '../../../kernel/events';
import { useShortcuts } from '../../../kernel/shortcuts';
import { PaneView } from '../parts/PaneView';
import styles from '../parts/Explore.module.css';
import { useExplore } from '../session/useExplore';
import { useZone } from '../session/useZone';

export function ExplorePage(): ReactNode {
  if (!boot().settings.exploreEnabled)
    return (
      <Closed title="Explore is switched off">
        An administrator can switch it on in the configuration: <code>enabled</code> in the section{' '}
        <code>[explore]</code>.
      </Closed>
    );
  if (!can('datasources:read'))
    return <Closed title="You may not query data sources">Ask an administrator for a role that may.</Closed>;
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
  const keys = Object.keys(explore.current);
  const copyLink = () =>
    void navigator.clipboard?.writeText(explore.address()).then(() => notify('Link copied', 'success'));
  useShortcuts([{ keys: 'd r', label: 'Run the queries again', group: 'Explore', run: explore.runAll }]);

  if (explore.sources.list.length === 0)
    return (
      <>
        <TopBar title="Explore" />
        <PageBody>
          <EmptyState
            icon={Database}
            title="There is no data source yet"
            actions={
              can('datasources:write') && (
                <LinkButton variant="primary" href="/datasources/new">
                  Add a data source
                </LinkButton>
              )
            }
          >
            Explore asks data sources: add one first.
          </EmptyState>
        </PageBody>
      </>
    );
  return (
    <>
      <TopBar
        title="Explore"
        actions={
          <Button icon={Link} onClick={copyLink}>
            Copy link
          </Button>
        }
      />
      <div className={styles.panes} data-panes={keys.length}>
        {keys.map((key) => (
          <PaneView key={key} id={key} explore={explore} zone={zone} />
        ))}
      </div>
    </>
  );
}
