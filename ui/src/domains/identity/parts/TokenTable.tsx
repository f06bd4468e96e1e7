import { useState, type ReactNode } from 'react';
import { Trash2 } from 'lucide-react';
import {
  ConfirmDialog,
  EmptyState,
  ErrorState,
  IconButton,
  SkeletonRows,
  Table,
  Tag,
} from '../../../design';
import { can } from '../../../kernel/boot';
import { useRevokeToken, useTokens, type ServiceAccount, type Token } from '../api';
import { formatDate } from './dates';

export function TokenTable({ account }: { account: ServiceAccount }): ReactNode {
  const tokens = useTokens(account.id);
  const revoke = useRevokeToken(account.id);
  const [chosen, setChosen] = useState<Token | null>(null);
  if (tokens.isPending) return <SkeletonRows rows={2} />;
  if (tokens.isError)
    return <ErrorState error={tokens.error} onRetry={() => void tokens.refetch()} />;
  if (tokens.data.length === 0)
    return (
      <EmptyState title="No tokens">
        Add a token for a client that authenticates as {account.name}.
      </EmptyState>
    );
  return (
    <>
      <Table label={`Tokens of ${account.name}`} hover={false}>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col">Expires</th>
            <th scope="col" className="vd-wide-only">
              Created
            </th>
            <th scope="col" className="vd-wide-only">
              Last used
            </th>
            <th scope="col">
              <span className="vd-sr">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.data.map((token) => (
            <tr key={token.id}>
              <td>{token.name}</td>
              <td data-dim>
                {token.hasExpired ? (
                  <Tag tone="warn">Expired</Tag>
                ) : token.expiration ? (
                  formatDate(token.expiration)
                ) : (
                  'Never'
                )}
              </td>
              <td data-dim className="vd-wide-only">
                {formatDate(token.created)}
              </td>
              <td data-dim className="vd-wide-only">
                {token.lastUsedAt ? formatDate(token.lastUsedAt) : 'Never'}
              </td>
              <td data-align="end">
                {can('org.users:delete') && (
                  <IconButton
                    icon={Trash2}
                    label={`Revoke ${token.name}`}
                    onClick={() => setChosen(token)}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {chosen && (
        <ConfirmDialog
          title={`Revoke ${chosen.name}?`}
          confirm="Revoke token"
          danger
          busy={revoke.isPending}
          onClose={() => setChosen(null)}
          onConfirm={() => revoke.mutate(chosen.id, { onSettled: () => setChosen(null) })}
        >
          Clients that use this token lose access immediately. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
