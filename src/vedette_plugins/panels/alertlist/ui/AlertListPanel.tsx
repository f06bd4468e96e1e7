import { useMemo, useState } from 'react';
import { EmptyState, useRuleStatus, sourceUid, type PanelProps } from '@vedette/sdk';
import { ItemRow } from './ItemRow';
import { itemsOf } from './items';
import type { AlertListOptions } from './options';
import styles from './AlertList.module.css';

export function AlertListPanel({
  title,
  options,
  width,
  height,
  host,
}: PanelProps<AlertListOptions>) {
  const {
    alertName,
    alertInstanceLabelFilter,
    datasource,
    dashboardAlerts,
    folder,
    maxItems,
    stateFilter,
    sortOrder,
    groupMode,
    groupBy,
  } = options;
  const matcher = host.interpolate(alertInstanceLabelFilter).trim();
  const source = sourceUid(host.interpolate(datasource));
  const dashboard = dashboardAlerts ? host.interpolate('${__dashboard.uid}') : '';
  const status = useRuleStatus({
    ...(source ? { source } : {}),
    ...(matcher ? { matcher } : {}),
    ...(dashboard ? { dashboard_uid: dashboard } : {}),
  });
  const name = host.interpolate(alertName).trim().toLowerCase();
  const folderUid = folder?.uid ?? '';
  const items = useMemo(
    () =>
      itemsOf(status.data ?? [], {
        name,
        folderUid,
        stateFilter,
        sortOrder,
        groupMode,
        groupBy,
      }),
    [status.data, name, folderUid, stateFilter, sortOrder, groupMode, groupBy],
  );
  const [openKey, setOpenKey] = useState('');

  if (status.error && !status.data)
    return <EmptyState title="Alerts could not be loaded" hint={status.error.message} />;
  if (!status.data) return null;
  if (options.viewMode === 'stat')
    return (
      <Count
        count={items.reduce((sum, { alerts }) => sum + alerts.length, 0)}
        width={width}
        height={height}
      />
    );
  if (items.length === 0)
    return <EmptyState title="No alerts" hint="No alert is in one of the selected states." />;
  const shown = items.slice(0, maxItems);
  return (
    <div
      className={styles.panel}
      style={{ width, height }}
      tabIndex={0}
      role="group"
      aria-label={title || 'Alerts'}
    >
      <ul className={styles.list}>
        {shown.map((item) => (
          <ItemRow
            key={item.key}
            item={item}
            isOpen={openKey === item.key || (options.showInstances && groupMode === 'default')}
            onToggle={() => setOpenKey(openKey === item.key ? '' : item.key)}
          />
        ))}
      </ul>
      {items.length > shown.length && (
        <p className={styles.more}>{(items.length - shown.length).toLocaleString()} more</p>
      )}
    </div>
  );
}

function Count({ count, width, height }: { count: number; width: number; height: number }) {
  const size = Math.max(
    18,
    Math.min(96, height * 0.5, (width * 0.8) / Math.max(2, String(count).length)),
  );
  return (
    <div className={styles.count} data-any={count > 0 || undefined} style={{ width, height }}>
      <strong style={{ fontSize: size }}>{count.toLocaleString()}</strong>
      <span>{count === 1 ? 'alert' : 'alerts'}</span>
    </div>
  );
}
