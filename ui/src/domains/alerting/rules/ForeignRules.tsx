/** Rules that live in Prometheus, Mimir and Loki: looked at here, changed there. */
import { memo, useMemo, type ReactNode } from 'react';
import { Card } from '../../../design';
import { ApiError } from '../../../kernel/api';
import { bootSources } from '../../../querying/bootSources';
import { useRuleStatus } from '../../../sdk/alerts';
import type { SourceInfo } from '../../../sdk/datasource';
import { foreign } from '../model/rules';
import { found, type RuleSearch } from '../model/search';
import styles from '../parts/Alerting.module.css';
import { RuleList } from './RuleList';
import look from './Rules.module.css';

const EVERY_MS = 60_000;
const NO_STATES: never[] = [];

export const ForeignRules = memo(function ForeignRules({
  search,
  nameOfSource,
}: {
  search: RuleSearch;
  nameOfSource: (uid: string) => string;
}): ReactNode {
  const sources = useMemo(
    () =>
      bootSources().list.filter(
        ({ type, jsonData }) =>
          (type === 'prometheus' || type === 'loki') && jsonData?.['manageAlerts'] !== false,
      ),
    [],
  );
  return sources.map((source) => (
    <RulesOfSource key={source.uid} source={source} search={search} nameOfSource={nameOfSource} />
  ));
});

interface RulesOfSourceProps {
  source: SourceInfo;
  search: RuleSearch;
  nameOfSource: (uid: string) => string;
}

function RulesOfSource({ source, search, nameOfSource }: RulesOfSourceProps): ReactNode {
  const { data = NO_STATES, error } = useRuleStatus({ source: source.uid }, EVERY_MS);
  const alertmanager = alertmanagerOf(source);
  const all = useMemo(
    () => foreign(source.uid, data, alertmanager),
    [source.uid, data, alertmanager],
  );
  const shown = found(all, search);
  // A source without a ruler, or without rules, is nothing to tell of.
  if (error instanceof ApiError && error.code === 'ruler.missing') return null;
  if (error)
    return (
      <p className={styles.dim}>
        The rules of {source.name} could not be loaded: {error.message}
      </p>
    );
  if (all.length === 0) return null;
  return (
    <Card flush title={source.name} subtitle="evaluated by the data source; change them there">
      {shown.length === 0 ? (
        <p className={look.none}>None of its {all.length} rules matches.</p>
      ) : (
        <RuleList label={`Rules of ${source.name}`} rules={shown} nameOfSource={nameOfSource} />
      )}
    </Card>
  );
}

function alertmanagerOf({ jsonData }: SourceInfo): string {
  const uid = jsonData?.['alertmanagerUid'];
  return typeof uid === 'string' && bootSources().byKey.get(uid)?.type === 'alertmanager'
    ? uid
    : '';
}
