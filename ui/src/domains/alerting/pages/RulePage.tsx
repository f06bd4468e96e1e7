/** One alert rule: its state, history, queries and versions. */
import { useMemo, type ReactNode } from 'react';
import { BellOff, BookOpen, Lock, Pencil, TriangleAlert } from 'lucide-react';
import { useParams } from 'wouter';
import { LinkButton, PageBody, SkeletonRows, TabPanel, Tabs, TopBar } from '../../../design';
import { can } from '../../../kernel/boot';
import { goTo, useQueryState } from '../../../kernel/location';
import { safeUrl } from '../../../data';
import { useRuleStatus } from '../../../sdk/alerts';
import { useFolders, useGroup, useRule } from '../api';
import { AboutRule } from '../detail/AboutRule';
import { ExplainCard } from '../detail/ExplainCard';
import { InstanceTable } from '../detail/InstanceTable';
import { QueriesTab } from '../detail/QueriesTab';
import { StateCard } from '../detail/StateCard';
import { Timeline } from '../detail/Timeline';
import { VersionsTab } from '../detail/VersionsTab';
import { editUrl, notificationHistoryUrl, RULES, silenceUrl } from '../model/addresses';
import type { RuleBody } from '../model/body';
import { readOnlyReason, statusOf } from '../model/rules';
import { NotFoundState } from '../parts/NotFoundState';
import { RuleStateTag } from '../parts/StateTag';
import { RuleMenu } from '../rules/RuleMenu';
import styles from '../parts/Alerting.module.css';

const crumbs = [{ label: 'Alert rules', href: RULES }];

const TABS = [
  { id: 'state', label: 'State' },
  { id: 'query', label: 'Query and conditions' },
  { id: 'versions', label: 'Versions' },
] as const;

type TabId = (typeof TABS)[number]['id'];

export function RulePage(): ReactNode {
  const { uid = '' } = useParams<{ uid: string }>();
  const rule = useRule(uid);
  if (rule.data) return <OneRule key={uid} rule={rule.data} />;
  return (
    <>
      <TopBar title="Alert rule" crumbs={crumbs} />
      <PageBody>
        {rule.isPending && <SkeletonRows />}
        {rule.error && (
          <NotFoundState
            what="alert rule"
            error={rule.error}
            onRetry={() => void rule.refetch()}
            actions={
              <>
                <LinkButton href={RULES}>Alert rules</LinkButton>
                <LinkButton href={notificationHistoryUrl({ rule: uid })}>
                  Notification history
                </LinkButton>
              </>
            }
          />
        )}
      </PageBody>
    </>
  );
}

function OneRule({ rule }: { rule: RuleBody }): ReactNode {
  const [tab, setTab] = useQueryState('tab', 'state', { replace: true });
  const { uid, title, provenance = '', annotations = {} } = rule;
  const states = useRuleStatus({ rule_uid: uid });
  const group = useGroup(rule.folderUID, rule.ruleGroup);
  const folder =
    useFolders().data?.find((each) => each.uid === rule.folderUID)?.title ?? rule.folderUID;
  const status = useMemo(
    () => statusOf(states.data ?? [], uid, rule.folderUID, rule.ruleGroup, title),
    [states.data, uid, rule, title],
  );
  const why = readOnlyReason(provenance, can('alerting:write'));
  const runbook = safeUrl(status?.annotations?.['runbook_url'] ?? annotations['runbook_url'] ?? '');
  const listed = {
    uid,
    title,
    isPaused: rule.isPaused ?? false,
    isRecording: Boolean(rule.record),
    provenance,
    ...status?.standing,
  };
  return (
    <>
      <TopBar
        title={title}
        crumbs={crumbs}
        titleExtras={<RuleStateTag rule={listed} />}
        actions={
          <>
            {!why && (
              <LinkButton icon={Pencil} variant="primary" href={editUrl(uid)}>
                Edit
              </LinkButton>
            )}
            <RuleMenu rule={listed} onDeleted={() => goTo(RULES)} />
          </>
        }
        toolbar={
          <>
            {can('alerting:write') && (
              <LinkButton icon={BellOff} href={silenceUrl({ __alert_rule_uid__: uid })}>
                Silence
              </LinkButton>
            )}
            {runbook && (
              <a className={styles.button} href={runbook} target="_blank" rel="noopener noreferrer">
                <BookOpen size={14} aria-hidden /> Runbook
              </a>
            )}
          </>
        }
      />
      <PageBody>
        <div className={styles.stack}>
          {why && (
            <p className={styles.note}>
              <Lock size={15} aria-hidden /> {why}
            </p>
          )}
          {status?.standing.lastError && (
            <p className={styles.problem} role="alert">
              <TriangleAlert size={14} aria-hidden /> The last evaluation failed:{' '}
              {status.standing.lastError}
            </p>
          )}
          <StateCard rule={rule} folder={folder} interval={group.data?.interval} status={status} />
          <Tabs<TabId> label="About the rule" tabs={TABS} value={tab as TabId} onChange={setTab} />
          <TabPanel id={tab}>
            <div className={styles.stack}>
              {tab === 'state' && (
                <>
                  <AboutRule rule={rule} folder={folder} status={status} />
                  {!rule.record && <Timeline uid={uid} instances={status?.alerts ?? []} />}
                  {!rule.record && (
                    <InstanceTable
                      uid={uid}
                      instances={status?.alerts ?? []}
                      isPending={states.isPending}
                      isFailing={Boolean(status?.standing.lastError)}
                    />
                  )}
                  {!rule.record && <ExplainCard uid={uid} />}
                </>
              )}
              {tab === 'query' && <QueriesTab rule={rule} />}
              {tab === 'versions' && <VersionsTab uid={uid} mayRestore={!why} />}
            </div>
          </TabPanel>
        </div>
      </PageBody>
    </>
  );
}
