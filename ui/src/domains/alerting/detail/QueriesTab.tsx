/** What the rule asks and decides by, only to be read, with what it comes to now. */
import { useMemo, type ReactNode } from 'react';
import { RefreshCw } from 'lucide-react';
import { Button, Card, Tag } from '../../../design';
import { bootSources } from '../../../querying/bootSources';
import { pluginOf } from '../../../querying/sources';
import { useSourceUi } from '../../../plugins/datasources';
import type { SourceInfo } from '../../../sdk/datasource';
import { draftOf } from '../model/draft';
import type { RuleBody } from '../model/body';
import {
  EXPRESSION_NAMES,
  evaluatorText,
  expressionText,
} from '../../../sdk/editor/expressions/expressions';
import { expressionOf, isExpression } from '../model/expressions';
import type { RuleQuery } from '../model/rules';
import { durationText } from '../model/times';
import { LabelList } from '../parts/LabelList';
import { QueryResult } from '../preview/QueryResult';
import { usePreview } from '../preview/usePreview';
import { VerdictTable } from '../preview/VerdictTable';
import styles from './Detail.module.css';

export function QueriesTab({ rule }: { rule: RuleBody }): ReactNode {
  const draft = useMemo(() => draftOf(rule, ''), [rule]);
  const preview = usePreview(draft, true);
  return (
    <>
      {draft.data.map((query) => (
        <Card
          key={query.refId}
          title={query.refId}
          subtitle={<QueryNote query={query} />}
          actions={
            query.refId === draft.condition && (
              <Tag tone="accent">{rule.record ? 'Recorded' : 'Alert condition'}</Tag>
            )
          }
        >
          <QueryText query={query} />
          <QueryResult draft={draft} refId={query.refId} preview={preview} />
        </Card>
      ))}
      {draft.thresholds && (
        <Card title="Severities" subtitle={`of ${draft.thresholds.of}`}>
          <ul className={styles.levels}>
            {draft.thresholds.levels.map((level, index) => (
              <li key={index}>
                <LabelList labels={level.labels} /> {evaluatorText(level.evaluator)}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {!rule.record && (
        <Card
          flush
          title="Series that would fire now"
          actions={
            <Button size="sm" icon={RefreshCw} busy={preview.isRunning} onClick={preview.run}>
              Run queries
            </Button>
          }
        >
          <VerdictTable draft={draft} preview={preview} />
        </Card>
      )}
    </>
  );
}

function QueryNote({ query }: { query: RuleQuery }): ReactNode {
  if (isExpression(query)) return EXPRESSION_NAMES[expressionOf(query).type];
  const { from = 0, to = 0 } = query.relativeTimeRange ?? {};
  const source = bootSources().byKey.get(query.datasourceUid)?.name ?? query.datasourceUid;
  return `${source} · last ${durationText(from - to)}${to > 0 ? `, until ${durationText(to)} ago` : ''}`;
}

function QueryText({ query }: { query: RuleQuery }): ReactNode {
  const source = bootSources().byKey.get(query.datasourceUid);
  if (isExpression(query))
    return <code className={styles.text}>{expressionText(expressionOf(query))}</code>;
  return source ? (
    <SourceText query={query} source={source} />
  ) : (
    <code className={styles.text}>{JSON.stringify(query.model)}</code>
  );
}

function SourceText({ query, source }: { query: RuleQuery; source: SourceInfo }): ReactNode {
  const ui = useSourceUi(pluginOf(source));
  const text = ui.state === 'ready' ? ui.ui.summary({ ...query.model, refId: query.refId }) : '';
  return <code className={styles.text}>{text || JSON.stringify(query.model)}</code>;
}
