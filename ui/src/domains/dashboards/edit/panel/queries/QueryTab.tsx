/** The queries of a panel, in order, and how all of them are run. */
import type { ReactNode } from 'react';
import { Plus, Sigma } from 'lucide-react';
import type { PanelModel } from '../../../../../data';
import { Button, EmptyState, SortableList } from '../../../../../design';
import {
  EXPRESSION,
  pluginOf,
  resolveSource,
  type SourceInfo,
} from '../../../../../querying/sources';
import { fillText } from '../../../../../querying/fill';
import { loadSourceUi } from '../../../../../plugins/datasources';
import { newExpression } from '../../../../../sdk/editor/expressions/expressions';
import { useDashboard } from '../../../session/context';
import { addQuery, moveQuery } from '../../draft/commands/query';
import { useDraftStore } from '../../draft/context';
import type { Preview } from '../usePreview';
import { QueryCard } from './QueryCard';
import { QueryOptions } from './QueryOptions';
import styles from './Queries.module.css';

const EXPRESSION_REF = { type: EXPRESSION, uid: EXPRESSION };

export interface QueryTabProps {
  panel: PanelModel;
  preview: Preview;
  onRun: () => void;
}

export function QueryTab({ panel, preview, onRun }: QueryTabProps): ReactNode {
  const store = useDraftStore();
  const { sources } = useDashboard();
  const targets = panel.targets ?? [];
  const add = async () => {
    const source = sourceForNew(panel, preview);
    if (!source) return;
    const ui = await loadSourceUi(pluginOf(source)).catch(() => undefined);
    store.run(
      addQuery(panel, {
        datasource: { type: source.type, uid: source.uid },
        ...ui?.defaultQuery('panel'),
      }),
    );
  };
  const calculate = () => {
    const { refId: _, ...expression } = newExpression('math', '', targets[0]?.refId ?? '');
    store.run(addQuery(panel, { ...expression, datasource: EXPRESSION_REF }));
  };
  const sourceForNew = ({ datasource, targets: queries }: PanelModel, { scope }: Preview) => {
    const fill = (text: string) => fillText(text, scope.values);
    const candidates = [queries?.at(-1)?.datasource, datasource, null];
    for (const candidate of candidates) {
      const resolved = resolveSource(candidate, sources, fill);
      if (resolved.kind === 'source') return resolved.source;
    }
    return sources.list[0] as SourceInfo | undefined;
  };

  if (sources.list.length === 0)
    return (
      <EmptyState title="There are no data sources">
        Add a data source before you query it.
      </EmptyState>
    );
  return (
    <div className={styles.list}>
      <SortableList
        label="Queries"
        className={styles.list ?? ''}
        items={targets}
        keyOf={({ refId }) => refId}
        nameOf={({ refId }) => `Query ${refId}`}
        onMove={(from, to) => store.run(moveQuery(panel, from, to))}
      >
        {(target, _, handle) => (
          <QueryCard
            panel={panel}
            target={target}
            preview={preview}
            onRun={onRun}
            handle={handle}
          />
        )}
      </SortableList>
      <footer className={styles.foot}>
        <Button size="sm" icon={Plus} onClick={() => void add()}>
          Query
        </Button>
        <Button size="sm" icon={Sigma} onClick={calculate} disabled={targets.length === 0}>
          Expression
        </Button>
        <span className={styles.grow} />
        <QueryOptions panel={panel} preview={preview} />
      </footer>
    </div>
  );
}
