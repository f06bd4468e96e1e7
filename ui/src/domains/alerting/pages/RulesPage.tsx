/** All alert rules: by folder and group, searched, with what they do at the moment. */
import { useCallback, useDeferredValue, useMemo, type ReactNode } from 'react';
import { BellPlus, BellRing } from 'lucide-react';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  LinkButton,
  PageBody,
  SearchInput,
  Select,
  SkeletonRows,
  TopBar,
} from '../../../design';
import { can } from '../../../kernel/boot';
import { setQuery, useQueryParams } from '../../../kernel/location';
import { bootSources } from '../../../querying/bootSources';
import { useRuleStatus } from '../../../sdk/alerts';
import { ALERT_STATES, STATE_NAMES } from '../../../sdk/alertStates';
import { useRuler } from '../api';
import { RULES_EXPORT } from '../model/exports';
import { joined, type ListedRule } from '../model/rules';
import { usePatternEngine } from '../../../plugins/usePatternEngine';
import { found, type RuleSearch, type StateFilter } from '../model/search';
import { AlertingLinks } from '../parts/AlertingLinks';
import { ExportButton } from '../parts/ExportDialog';
import { ForeignRules } from '../rules/ForeignRules';
import { RuleList } from '../rules/RuleList';
import styles from '../parts/Alerting.module.css';
import look from '../rules/Rules.module.css';

const STATES: { value: StateFilter | ''; label: string }[] = [
  { value: '', label: 'All states' },
  ...ALERT_STATES.map((value) => ({ value, label: STATE_NAMES[value] })),
  { value: 'paused', label: 'Paused' },
  { value: 'recording', label: 'Recording' },
  { value: 'unhealthy', label: 'Evaluation failed' },
];

const NO_STATES: never[] = [];

export function RulesPage(): ReactNode {
  const stored = useRuler();
  const states = useRuleStatus({ limit_alerts: 0 });
  const sources = useMemo(bootSources, []);
  const rules = useMemo(
    () => (stored.data ? joined(stored.data, states.data ?? NO_STATES) : undefined),
    [stored.data, states.data],
  );
  const search = useSearch();
  const settled = useDeferredValue(search);
  const hasPatterns = usePatternEngine();
  // Expressions find more once their engine is loaded.
  const shown = useMemo(
    () => rules && found(rules, settled),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [rules, settled, hasPatterns],
  );
  const isNarrowed = Boolean(search.text || search.state || search.source || search.receiver);
  const nameOfSource = useCallback((uid: string) => sources.byKey.get(uid)?.name ?? uid, [sources]);
  const add = can('alerting:write') && (
    <LinkButton href="/alerting/new" variant="primary" icon={BellPlus}>
      New alert rule
    </LinkButton>
  );
  return (
    <>
      <TopBar
        title="Alert rules"
        actions={
          <>
            {rules && rules.length > 0 && (
              <ExportButton name="all alert rules" path={RULES_EXPORT} />
            )}
            {add}
          </>
        }
        toolbar={<AlertingLinks />}
      />
      <PageBody>
        <div className={styles.stack}>
          <Filters
            search={search}
            rules={rules ?? []}
            shown={shown?.length ?? 0}
            nameOfSource={nameOfSource}
          />
          <Card flush>
            {stored.isPending && <SkeletonRows />}
            {stored.error && !stored.data && (
              <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />
            )}
            {states.error && (
              <p className={styles.problem}>
                The current rule states cannot be loaded: {states.error.message}
              </p>
            )}
            {shown?.length === 0 && (
              <div className={styles.empty}>
                {isNarrowed ? (
                  <EmptyState
                    icon={BellRing}
                    title="No matching alert rules"
                    actions={<Button onClick={clear}>Show all rules</Button>}
                  >
                    Search by name, folder or label, for example <code>severity=critical</code>.
                  </EmptyState>
                ) : (
                  <EmptyState icon={BellRing} title="No alert rules yet" actions={add}>
                    An alert rule queries a data source at a regular interval and sends
                    notifications when its condition is met. Create one here or from a panel,
                    provision rules from files, or import Prometheus rules with{' '}
                    <code>vedette alerts import</code>.
                  </EmptyState>
                )}
              </div>
            )}
            {shown && shown.length > 0 && (
              <RuleList label="Alert rules" rules={shown} nameOfSource={nameOfSource} />
            )}
          </Card>
          <ForeignRules search={settled} nameOfSource={nameOfSource} />
        </div>
      </PageBody>
    </>
  );
}

function useSearch(): RuleSearch {
  const params = useQueryParams();
  return useMemo(
    () => ({
      text: params.get('search') ?? '',
      state: (params.get('state') ?? '') as RuleSearch['state'],
      source: params.get('dataSource') ?? '',
      receiver: params.get('contactPoint') ?? '',
    }),
    [params],
  );
}

const change = (patch: Record<string, string | null>) => setQuery(patch, { replace: true });
const clear = () => change({ search: null, state: null, dataSource: null, contactPoint: null });

interface FiltersProps {
  search: RuleSearch;
  rules: readonly ListedRule[];
  /** How many of them are listed. */
  shown: number;
  nameOfSource: (uid: string) => string;
}

function Filters({ search, rules, shown, nameOfSource }: FiltersProps): ReactNode {
  const sourceUids = [...new Set(rules.flatMap((rule) => rule.sourceUids))];
  const receivers = [...new Set(rules.flatMap(({ receiver }) => receiver || []))].sort();
  return (
    <div className={look.filters} role="search" aria-label="Filters">
      <SearchInput
        label="Search alert rules"
        placeholder="Search by name or label (team=payments)"
        value={search.text}
        onChange={(text) => change({ search: text })}
      />
      <Select
        label="State"
        value={search.state}
        options={STATES}
        onChange={(state) => change({ state })}
      />
      <Select
        label="Data source"
        value={search.source}
        options={[
          { value: '', label: 'All data sources' },
          ...sourceUids.map((uid) => ({ value: uid, label: nameOfSource(uid) })),
        ]}
        onChange={(dataSource) => change({ dataSource })}
      />
      {receivers.length > 0 && (
        <Select
          label="Contact point"
          value={search.receiver}
          options={[
            { value: '', label: 'All contact points' },
            ...receivers.map((name) => ({ value: name, label: name })),
          ]}
          onChange={(contactPoint) => change({ contactPoint })}
        />
      )}
      <span className={look.total} role="status">
        {shown < rules.length && `${shown.toLocaleString()} of `}
        {rules.length.toLocaleString()} {rules.length === 1 ? 'rule' : 'rules'}
      </span>
    </div>
  );
}
