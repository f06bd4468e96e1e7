import { useDeferredValue, useState, type ReactNode } from 'react';
import { Bot, Plus } from 'lucide-react';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  PageBody,
  SearchInput,
  SkeletonRows,
  TopBar,
} from '../../../design';
import { can } from '../../../kernel/boot';
import { useServiceAccounts } from '../api';
import { AccountCard } from '../parts/AccountCard';
import { NewAccountDialog } from '../parts/NewAccountDialog';
import styles from '../parts/Identity.module.css';
import { NoAccess } from './UsersPage';

export function ServiceAccountsPage(): ReactNode {
  const [text, setText] = useState('');
  const [creating, setCreating] = useState(false);
  const accounts = useServiceAccounts(useDeferredValue(text));
  const found = accounts.data?.serviceAccounts ?? [];
  const newButton = can('org.users:write') && (
    <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
      New service account
    </Button>
  );

  if (!can('org.users:read')) return <NoAccess />;
  return (
    <>
      <TopBar
        title="Service accounts"
        crumbs={[{ label: 'Administration', href: '/admin/users' }]}
        actions={newButton}
        toolbar={
          <SearchInput
            label="Search service accounts"
            placeholder="Search by name"
            value={text}
            onChange={setText}
          />
        }
      />
      <PageBody>
        <div className={styles.stack}>
          {accounts.isPending && (
            <Card>
              <SkeletonRows />
            </Card>
          )}
          {accounts.isError && (
            <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
          )}
          {accounts.data && found.length === 0 && (
            <Card>
              <EmptyState
                icon={Bot}
                title={text ? `No service accounts match “${text}”` : 'No service accounts yet'}
                actions={!text && newButton}
              >
                Scripts, pipelines and other servers authenticate with a service account token
                instead of a user password. Create one to get started.
              </EmptyState>
            </Card>
          )}
          {found.map((account) => (
            <AccountCard key={account.id} account={account} />
          ))}
        </div>
      </PageBody>
      {creating && <NewAccountDialog onClose={() => setCreating(false)} />}
    </>
  );
}
