import type { ReactNode } from 'react';
import { Button, ErrorState, SkeletonRows, Table, Tag } from '../../../design';
import { useRevokeSession, useSessions } from '../api';
import { formatDate } from './dates';

export function SessionList(): ReactNode {
  const sessions = useSessions();
  const revoke = useRevokeSession();
  if (sessions.isPending) return <SkeletonRows rows={2} />;
  if (sessions.isError)
    return <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />;
  return (
    <Table label="Sessions" hover={false}>
      <thead>
        <tr>
          <th scope="col">Browser</th>
          <th scope="col" className="vd-wide-only">
            Address
          </th>
          <th scope="col">Last seen</th>
          <th scope="col">
            <span className="vd-sr">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.data.map((session) => (
          <tr key={session.id}>
            <td>
              {session.browser} on {session.os}{' '}
              {session.isActive && <Tag tone="ok">This session</Tag>}
            </td>
            <td data-dim className="vd-wide-only">
              {session.clientIp}
            </td>
            <td data-dim>{formatDate(session.seenAt)}</td>
            <td data-align="end">
              {!session.isActive && (
                <Button
                  size="sm"
                  busy={revoke.isPending && revoke.variables === session.id}
                  onClick={() => revoke.mutate(session.id)}
                >
                  Sign out
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
