import { useDeferredValue, useState, type ReactNode } from 'react';
import { UserPlus, Users } from 'lucide-react';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  PageBody,
  Pager,
  SearchInput,
  SkeletonRows,
  TopBar,
} from '../../../design';
import { boot, can } from '../../../kernel/boot';
import { useQueryState } from '../../../kernel/location';
import { useMembers } from '../api';
import { NewUserDialog } from '../parts/NewUserDialog';

import { UserTable } from '../parts/UserTable';

const PAGE_SIZE = 50;

export function UsersPage(): ReactNode {
  const [text, setText] = useQueryState('query', '', { replace: true });
  const [page, setPage] = useQueryState('page', '1');
  const [creating, setCreating] = useState(false);
  const number = Math.max(1, Number(page) || 1);
  const members = useMembers(useDeferredValue(text), number, PAGE_SIZE);
  const mayCreate = can('org.users:write') && (boot().user?.isGrafanaAdmin ?? false);
  const found = members.data?.orgUsers ?? [];

  if (!can('org.users:read')) return <NoAccess />;
  return (
    <>
      <TopBar
        title="Users"
        crumbs={[{ label: 'Administration', href: '/admin/users' }]}
        actions={
          mayCreate && (
            <Button variant="primary" icon={UserPlus} onClick={() => setCreating(true)}>
              New user
            </Button>
          )
        }
        toolbar={
          <SearchInput
            label="Search users"
            placeholder="Search by name, login or email"
            value={text}
            onChange={setText}
          />
        }
      />
      <PageBody>
        <Card flush>
          {members.isPending && <SkeletonRows />}
          {members.isError && (
            <ErrorState error={members.error} onRetry={() => void members.refetch()} />
          )}
          {members.data && found.length === 0 && (
            <EmptyState icon={Users} title={text ? `No users match “${text}”` : 'No users yet'}>
              {text
                ? 'Search matches names, logins and email addresses.'
                : 'Create a user to share this server.'}
            </EmptyState>
          )}
          {found.length > 0 && <UserTable members={found} />}
        </Card>
        <Pager
          page={number}
          pages={Math.ceil((members.data?.totalCount ?? 0) / PAGE_SIZE)}
          onChange={(next) => setPage(String(next))}
        />
      </PageBody>
      {creating && <NewUserDialog onClose={() => setCreating(false)} />}
    </>
  );
}

export function NoAccess(): ReactNode {
  return (
    <>
      <TopBar title="Administration" />
      <EmptyState icon={Users} title="You need the server administrator role">
        Ask a server administrator to view or change users.
      </EmptyState>
    </>
  );
}
