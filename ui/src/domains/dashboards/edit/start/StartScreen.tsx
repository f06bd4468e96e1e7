/** What a dashboard without panels shows in edit mode: ways to its first panel. */
import type { ReactNode } from 'react';
import { Database, FileDown, Rows3, Square, Type } from 'lucide-react';
import { Button, EmptyState, LinkButton } from '../../../../design';
import { can } from '../../../../kernel/boot';
import { useDashboard } from '../../session/context';
import { PanelsFromData } from './PanelsFromData';
import { useAdding } from './useAdding';
import styles from './Start.module.css';

export function StartScreen(): ReactNode {
  const { sources } = useDashboard();
  const adding = useAdding();
  return (
    <section className={styles.start} aria-labelledby="start-title">
      <h2 id="start-title">Start with your data</h2>
      {sources.list.length > 0 ? (
        <>
          <p className={styles.lead}>Search for a metric. Panels that suit it are suggested.</p>
          <PanelsFromData onAdd={adding.suggestions} />
        </>
      ) : (
        <EmptyState
          icon={Database}
          title="There are no data sources"
          actions={
            can('datasources:write') && (
              <LinkButton href="/datasources/new" variant="primary" icon={Database}>
                Add a data source
              </LinkButton>
            )
          }
        >
          {can('datasources:write')
            ? 'The draft of this dashboard is kept in this browser.'
            : 'Ask an administrator to add one.'}
        </EmptyState>
      )}
      <div className={styles.others} role="group" aria-label="Other ways to start">
        <span>Or</span>
        <Button icon={Square} onClick={() => void adding.emptyPanel()}>
          Empty panel
        </Button>
        <Button icon={Type} onClick={adding.text}>
          Text
        </Button>
        <Button icon={Rows3} onClick={adding.row}>
          Row
        </Button>
        <LinkButton href="/import" icon={FileDown}>
          Import
        </LinkButton>
      </div>
    </section>
  );
}
