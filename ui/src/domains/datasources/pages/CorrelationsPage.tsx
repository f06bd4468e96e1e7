import { useState, type ReactNode } from 'react';
import { Cable, Lock, Plus, Trash2 } from 'lucide-react';
import { Link } from 'wouter';
import {
  Card,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  IconButton,
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
import type { Correlation } from '../../../querying/correlations';
import { useCorrelationList, useRemove } from '../correlations/api';
import styles from '../correlations/Correlations.module.css';

export function CorrelationsPage(): ReactNode {
  const [text, setText] = useState('');
  const list = useCorrelationList();
  const mayWrite = can('datasources:write');
  const { byKey } = bootSources();
  const nameOf = (uid: string) => byKey.get(uid)?.name ?? uid;
  const found = (list.data?.correlations ?? []).filter(
    ({ label = '', description = '', sourceUID, targetUID, config }) =>
      [label, description, nameOf(sourceUID), nameOf(targetUID), config.field]
        .join(' ')
        .toLowerCase()
        .includes(text.trim().toLowerCase()),
  );
  const add = mayWrite && (
    <LinkButton href="/datasources/correlations/new" variant="primary" icon={Plus}>
      Add correlation
    </LinkButton>
  );
  return (
    <>
      <TopBar
        title="Correlations"
        crumbs={[{ label: 'Data sources', href: '/datasources' }]}
        actions={add}
        toolbar={
          <SearchInput
            label="Search correlations"
            placeholder="Search by label, field or data source"
            value={text}
            onChange={setText}
          />
        }
      />
      <PageBody>
        <Card flush>
          {list.isPending && <SkeletonRows />}
          {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
          {list.data && found.length === 0 && (
            <div className={styles.empty}>
              <EmptyState
                icon={Cable}
                title={text ? `No correlations match “${text}”` : 'No correlations yet'}
                actions={!text && add}
              >
                A correlation turns the values of a field into links that query another data source,
                for example from a log line to its trace.
              </EmptyState>
            </div>
          )}
          {found.length > 0 && (
            <CorrelationTable correlations={found} nameOf={nameOf} mayWrite={mayWrite} />
          )}
        </Card>
      </PageBody>
    </>
  );
}

interface CorrelationTableProps {
  correlations: readonly Correlation[];
  nameOf: (uid: string) => string;
  mayWrite: boolean;
}

function CorrelationTable({ correlations, nameOf, mayWrite }: CorrelationTableProps): ReactNode {
  const [leaving, setLeaving] = useState<Correlation | null>(null);
  const remove = useRemove(() => setLeaving(null));
  const titleOf = ({ label, targetUID }: Correlation) => label || nameOf(targetUID);
  return (
    <>
      <Table label="Correlations">
        <thead>
          <tr>
            <th scope="col">Link</th>
            <th scope="col">From</th>
            <th scope="col" className="vd-wide-only">
              Field
            </th>
            <th scope="col">To</th>
            <th scope="col">
              <span className="vd-sr">State</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {correlations.map((one) => (
            <tr key={one.uid}>
              <td>
                <Link href={`/datasources/correlations/${one.sourceUID}/${one.uid}`}>
                  {titleOf(one)}
                </Link>
              </td>
              <td data-dim>{nameOf(one.sourceUID)}</td>
              <td data-dim className="vd-wide-only vd-mono">
                {one.config.field}
              </td>
              <td data-dim>{nameOf(one.targetUID)}</td>
              <td data-align="end">
                {one.provisioned && <Tag icon={Lock}>Provisioned</Tag>}
                {!one.provisioned && mayWrite && (
                  <IconButton
                    size="sm"
                    icon={Trash2}
                    label={`Delete ${titleOf(one)}`}
                    onClick={() => setLeaving(one)}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {leaving && (
        <ConfirmDialog
          title={`Delete ${titleOf(leaving)}?`}
          confirm="Delete correlation"
          danger
          busy={remove.isPending}
          onClose={() => setLeaving(null)}
          onConfirm={() => remove.mutate(leaving)}
        >
          Values of {leaving.config.field} in {nameOf(leaving.sourceUID)} no longer link to{' '}
          {nameOf(leaving.targetUID)}.
        </ConfirmDialog>
      )}
    </>
  );
}
