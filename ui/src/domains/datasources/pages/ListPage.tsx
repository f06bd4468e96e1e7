import { useState, type ReactNode } from 'react';
import { Cable, Database, Lock, Plus } from 'lucide-react';
import { Link } from 'wouter';
import {
  Card,
  EmptyState,
  ErrorState,
  LinkButton,
  PageBody,
  SearchInput,
  SkeletonRows,
  Table,
  Tag,
  TopBar,
} from '../../../design';
import { can } from '../../../kernel/boot';
import { bootSources } from '../../../querying/bootSources';
import { useDataSources, type ListedSource } from '../api';
import { HealthDot } from '../parts/HealthDot';
import { KindIcon } from '../parts/KindIcon';
import styles from '../parts/DataSources.module.css';

export function ListPage(): ReactNode {
  const [text, setText] = useState('');
  const sources = useDataSources();
  const mayWrite = can('datasources:write');
  const found = (sources.data ?? []).filter(({ name, type, typeName = '', url }) =>
    `${name} ${type} ${typeName} ${url}`.toLowerCase().includes(text.trim().toLowerCase()),
  );
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
        toolbar={
          <>
            <SearchInput
              label="Search data sources"
              placeholder="Search by name, type or address"
              value={text}
              onChange={setText}
            />
            <LinkButton href="/datasources/correlations" icon={Cable}>
              Correlations
            </LinkButton>
          </>
        }
      />
      <PageBody>
        <Card flush>
          {sources.isPending && <SkeletonRows />}
          {sources.isError && (
            <ErrorState error={sources.error} onRetry={() => void sources.refetch()} />
          )}
          {sources.data && found.length === 0 && (
            <div className={styles.empty}>
              <EmptyState
                icon={Database}
                title={text ? `No data sources match “${text}”` : 'No data sources yet'}
                actions={!text && add}
              >
                {mayWrite
                  ? 'Dashboards query data sources. Add one here, or provision it from a file.'
                  : 'Dashboards query data sources. Ask an administrator to add one.'}
              </EmptyState>
            </div>
          )}
          {found.length > 0 && <SourceTable sources={found} />}
        </Card>
      </PageBody>
    </>
  );
}

function SourceTable({ sources }: { sources: readonly ListedSource[] }): ReactNode {
  const { byKey } = bootSources();
  return (
    <Table label="Data sources">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col" className="vd-wide-only">
            Type
          </th>
          <th scope="col">Health</th>
          <th scope="col" className="vd-wide-only">
            Address
          </th>
          <th scope="col" className="vd-wide-only">
            <span className="vd-sr">State</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <tr key={source.uid}>
            <td>
              <span className={styles.name}>
                <KindIcon category={byKey.get(source.uid)?.meta?.category} />
                <Link href={`/datasources/edit/${source.uid}`}>{source.name}</Link>
                {source.isDefault && <Tag tone="accent">Default</Tag>}
              </span>
            </td>
            <td data-dim className="vd-wide-only">
              {source.typeName || source.type}
            </td>
            <td>
              <HealthDot uid={source.uid} />
            </td>
            <td data-dim className="vd-wide-only vd-mono">
              {source.url}
            </td>
            <td data-align="end" className="vd-wide-only">
              {source.readOnly && <Tag icon={Lock}>Provisioned</Tag>}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
