import type { ReactNode } from 'react';
import { CircleCheck, CircleSlash, CircleX, FileCog, RefreshCw } from 'lucide-react';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  PageBody,
  SkeletonRows,
  Table,
  Tag,
  TopBar,
} from '../../../design';
import { usePreferences } from '../../../kernel/preferences';
import { resolveTimeZone } from '../../../kernel/timezone';
import { useReload, useStatus, type ProvisionedSource } from '../api';
import styles from './StatusPage.module.css';

const kinds = ['datasources', 'dashboards'] as const;

/** Every provisioning file with what it brought, or why it could not be applied. */
export function StatusPage(): ReactNode {
  const status = useStatus();
  const reload = useReload();
  const sources = status.data?.sources ?? [];
  const failing = sources.filter(({ state }) => state === 'error');
  return (
    <>
      <TopBar
        title="Provisioning"
        crumbs={[{ label: 'Administration', href: '/admin/users' }]}
        titleExtras={failing.length > 0 && <Tag tone="crit">{failing.length} failing</Tag>}
        actions={
          <Button icon={RefreshCw} busy={reload.isPending} onClick={() => reload.mutate(kinds)}>
            Reload files
          </Button>
        }
      />
      <PageBody>
        <Card flush>
          {status.isPending && <SkeletonRows />}
          {status.isError && (
            <ErrorState error={status.error} onRetry={() => void status.refetch()} />
          )}
          {status.data && sources.length === 0 && (
            <div className={styles.empty}>
              <EmptyState icon={FileCog} title="No provisioning files">
                Put YAML files for data sources, dashboards and alerting into the provisioning
                directory. They are applied at startup and whenever they change.
              </EmptyState>
            </div>
          )}
          {sources.length > 0 && <SourceTable sources={sources} />}
        </Card>
      </PageBody>
    </>
  );
}

const order = ['error', 'ignored', 'ok'];

function StateTag({ state }: { state: ProvisionedSource['state'] }): ReactNode {
  if (state === 'ok')
    return (
      <Tag tone="ok" icon={CircleCheck}>
        Applied
      </Tag>
    );
  if (state === 'ignored')
    return (
      <Tag tone="warn" icon={CircleSlash}>
        Not loaded
      </Tag>
    );
  return (
    <Tag tone="crit" icon={CircleX}>
      Failing
    </Tag>
  );
}

function SourceTable({ sources }: { sources: readonly ProvisionedSource[] }): ReactNode {
  const ordered = sources.toSorted(
    (a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.file.localeCompare(b.file),
  );
  const zone = resolveTimeZone(usePreferences().timezone);
  return (
    <Table label="Provisioning files" hover={false}>
      <thead>
        <tr>
          <th scope="col">State</th>
          <th scope="col">File</th>
          <th scope="col" className="vd-wide-only">
            Type
          </th>
          <th scope="col" data-align="end" className="vd-wide-only">
            Items
          </th>
          <th scope="col" className="vd-wide-only">
            Last applied
          </th>
        </tr>
      </thead>
      <tbody>
        {ordered.map((source) => (
          <tr key={`${source.kind}-${source.file}`}>
            <td>
              <StateTag state={source.state} />
            </td>
            <td className={styles.file}>
              <code>
                {source.file}
                {source.line != null && source.line > 0 && `:${source.line}`}
              </code>
              {source.message && (
                <p className={source.state === 'error' ? styles.problem : styles.note}>
                  {source.message}
                </p>
              )}
            </td>
            <td data-dim className="vd-wide-only">
              {source.kind}
            </td>
            <td data-dim data-align="end" className="vd-wide-only">
              {source.items}
            </td>
            <td data-dim className="vd-wide-only">
              {source.lastApplied ? formatTime(source.lastApplied, zone) : 'Never'}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function formatTime(time: string | number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone,
  }).format(new Date(time));
}
