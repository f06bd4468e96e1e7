import { useState, type ReactNode } from 'react';
import { Database, Lock, Plus } from 'lucide-react';
import { Link } from 'wouter';
import { Card, EmptyState, ErrorState, LinkButton, PageBody, SearchInput, SkeletonRows, Table, Tag, TopBar } from '../../../design';
import { can } from '../../../kernel/boot';
import { useDataSources, type DataSource } from '../api';
import { kindOf } from '../kinds';
import styles from '../parts/DataSources.module.css';

export function ListPage(): ReactNode {
  const [text, setText] = useState('');
  const sources = useDataSources();
  const mayWrite = can('datasources:write');
  const found = (sources.data ?? []).filter(({ name, type, url }) => `${name} ${type} ${url}`.toLowerCase().includes(text.toLowerCase()));
  const add = mayWrite && (
    <LinkButton href="/datasources/new" variant="primary" icon={Plus}>
      Add data source
    </LinkButton>
  );
  return (
    <>
      <TopBar
        title="Data sources"
        actions={add}
        toolbar={<SearchInput label="Search data sources" placeholder="Search by name, kind or address" value={text} onChange={setText} />}
      />
      <PageBody>
        <Card flush>
          {sources.isPending && <SkeletonRows />}
          {sources.isError && <ErrorState error={sources.error} onRetry={() => void sources.refetch()} />}
          {sources.data && found.length === 0 && (
            <div className={styles.empty}>
              <EmptyState icon={Database} title={text ? `No data source matches “${text}”` : 'No data sources yet'} actions={!text && add}>
                {mayWrite
                  ? 'Dashboards ask data sources. Add one here, or provision it from a file.'
                  : 'Dashboards ask data sources. An administrator can add one.'}
              </EmptyState>
            </div>
          )}
          {found.length > 0 && <SourceTable sources={found} />}
        </Card>
      </PageBody>
    </>
  );
}

function SourceTable({ sources }: { sources: readonly DataSource[] }): ReactNode {
  return (
    <Table label="Data sources">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Kind</th>
          <th scope="col" className="vd-wide-only">
            Address
          </th>
          <th scope="col" className="vd-wide-only">
            <span className="vd-sr">State</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => {
          const { icon: Icon, name: kindName } = kindOf(source.type);
          return (
            <tr key={source.uid}>
              <td>
                <span className={styles.name}>
                  <span className={styles.icon}>
                    <Icon size={16} aria-hidden />
                  </span>
                  <Link href={`/datasources/edit/${source.uid}`}>{source.name}</Link>
                  {source.isDefault && <Tag tone="accent">Default</Tag>}
                </span>
              </td>
              <td data-dim>{source.typeName || kindName}</td>
              <td data-dim className="vd-wide-only vd-mono">
                {source.url}
              </td>
              <td data-align="end" className="vd-wide-only">
                {source.readOnly && <Tag icon={Lock}>Provisioned</Tag>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
