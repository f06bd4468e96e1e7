import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Card, ErrorState, SkeletonRows } from '../../../design';
import { useUsage, type Usage } from '../api';
import styles from './DataSources.module.css';

/** Which dashboards and alert rules ask this source. */
export function UsageCard({ uid }: { uid: string }): ReactNode {
  const usage = useUsage(uid);
  const { data } = usage;
  return (
    <Card title="Used by" subtitle={data && countOf(data)}>
      {usage.isPending && <SkeletonRows rows={2} />}
      {usage.isError && <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />}
      {data && (
        <>
          {data.dashboards.length > 0 && (
            <ul className={styles.usage} aria-label="Dashboards that use this data source">
              {data.dashboards.map(({ uid: dashboard, title, folderTitle, panels }) => (
                <li key={dashboard}>
                  <Link href={`/d/${dashboard}`}>{title}</Link>
                  {folderTitle && <span className={styles.dim}> in {folderTitle}</span>}
                  <span className={styles.panels}>{panelsText(panels)}</span>
                </li>
              ))}
            </ul>
          )}
          {data.totalCount > data.dashboards.length && (
            <p>And {data.totalCount - data.dashboards.length} more.</p>
          )}
          {data.alertRules.length > 0 && (
            <ul className={styles.usage} aria-label="Alert rules that use this data source">
              {data.alertRules.map(({ uid: rule, title, folderTitle }) => (
                <li key={rule}>
                  <Link href={`/alerting/grafana/${rule}/view`}>{title}</Link>
                  <span className={styles.dim}> in {folderTitle}</span>
                  <span className={styles.panels}>alert rule</span>
                </li>
              ))}
            </ul>
          )}
          <p className={styles.dim}>
            {data.totalCount === 0 ? 'No dashboard that you can view uses this data source. ' : ''}
            Panels that select it with a variable are not counted.
          </p>
        </>
      )}
    </Card>
  );
}

export function countOf({ totalCount, alertRules }: Usage): string {
  const dashboards = totalCount === 1 ? '1 dashboard' : `${totalCount} dashboards`;
  if (alertRules.length === 0) return dashboards;
  const rules = alertRules.length === 1 ? '1 alert rule' : `${alertRules.length} alert rules`;
  return totalCount === 0 ? rules : `${dashboards} and ${rules}`;
}

function panelsText(panels: number): string {
  if (panels === 0) return 'variables or annotations';
  return panels === 1 ? '1 panel' : `${panels} panels`;
}
