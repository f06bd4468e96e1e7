/** The queries and expressions of a rule, and its condition. */
import { memo, useMemo, type ReactNode } from 'react';
import { Play, Plus, Sigma } from 'lucide-react';
import { Link } from 'wouter';
import { Button, Card, Menu } from '../../../design';
import { bootSources } from '../../../querying/bootSources';
import {
  EXPRESSION_NAMES,
  freeRefId,
  newExpression,
  type ExpressionKind,
} from '../../../sdk/editor/expressions/expressions';
import { expressionQuery, isExpression } from '../model/expressions';
import { VerdictTable } from '../preview/VerdictTable';
import type { Preview } from '../preview/usePreview';
import { ExpressionRow } from './ExpressionRow';
import { LevelsCard } from './LevelsCard';
import { firstSource, newSourceQuery } from './newQuery';
import type { LogicPart } from './part';
import { SourceRow } from './SourceRow';
import styles from './Editor.module.css';

const KINDS = Object.keys(EXPRESSION_NAMES) as ExpressionKind[];

export const QueriesCard = memo(function QueriesCard(
  props: LogicPart & { preview: Preview },
): ReactNode {
  const { draft, problems, change, preview } = props;
  const sources = useMemo(bootSources, []);
  const addQuery = async () => {
    const query = await newSourceQuery(firstSource(sources), freeRefId(draft.data));
    if (query) change({ data: [...draft.data, query] });
  };
  const addExpression = (kind: ExpressionKind) => {
    const refId = freeRefId(draft.data);
    const input = draft.data.at(-1)?.refId ?? '';
    const query = expressionQuery(newExpression(kind, refId, input));
    change({ data: [...draft.data, query], ...(draft.thresholds ? {} : { condition: refId }) });
  };
  return (
    <>
      <Card
        title="Queries and condition"
        actions={
          <Button icon={Play} size="sm" busy={preview.isRunning} onClick={preview.run}>
            Run queries
          </Button>
        }
      >
        {draft.data.length === 0 && (
          <p className={styles.dim}>
            {firstSource(sources) ? (
              'No query yet. Add a query to define the condition.'
            ) : (
              <>
                No data source supports alerting. <Link href="/datasources">Add a data source</Link>{' '}
                first.
              </>
            )}
          </p>
        )}
        <div className={styles.rows}>
          {draft.data.map((query) =>
            isExpression(query) ? (
              <ExpressionRow key={query.refId} {...props} query={query} />
            ) : (
              <SourceRow key={query.refId} {...props} query={query} sources={sources} />
            ),
          )}
        </div>
        {(problems.data ?? problems.condition) && (
          <p className={styles.problem} role="alert">
            {problems.data ?? problems.condition}
          </p>
        )}
        <div className={styles.add}>
          <Button icon={Plus} disabled={!firstSource(sources)} onClick={() => void addQuery()}>
            Add query
          </Button>
          <Menu
            label="Add expression"
            items={KINDS.map((kind) => ({
              label: EXPRESSION_NAMES[kind],
              onSelect: () => addExpression(kind),
            }))}
            trigger={<Button icon={Sigma}>Add expression</Button>}
          />
        </div>
      </Card>
      {draft.kind === 'alerting' && <LevelsCard {...props} />}
      {draft.kind === 'alerting' && (
        <Card
          flush
          title="Preview"
          subtitle={
            preview.isStale ? 'the rule changed; preview again' : 'series that would fire now'
          }
          actions={
            <Button
              icon={Play}
              size="sm"
              variant={preview.isStale ? 'primary' : 'default'}
              busy={preview.isRunning}
              onClick={preview.run}
            >
              Preview
            </Button>
          }
        >
          <VerdictTable draft={draft} preview={preview} />
        </Card>
      )}
    </>
  );
});
