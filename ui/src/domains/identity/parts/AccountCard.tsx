import { useState, type ReactNode } from 'react';
import { Ban, Bot, CircleCheck, Ellipsis, KeyRound, Trash2 } from 'lucide-react';
import {
  Button,
  Card,
  ConfirmDialog,
  IconButton,
  Menu,
  Select,
  Tag,
  type MenuItem,
} from '../../../design';
import { can } from '../../../kernel/boot';
import { roles, useChangeAccount, useDeleteAccount, type ServiceAccount } from '../api';
import { NewTokenDialog } from './NewTokenDialog';
import { TokenTable } from './TokenTable';
import styles from './Identity.module.css';

/** One service account with its tokens. */
export function AccountCard({ account }: { account: ServiceAccount }): ReactNode {
  const [open, setOpen] = useState<'token' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const change = useChangeAccount();
  const remove = useDeleteAccount(close);
  const mayWrite = can('org.users:write');
  const { id, name, isDisabled } = account;
  const items: MenuItem[] = [
    isDisabled
      ? {
          label: 'Enable',
          icon: CircleCheck,
          onSelect: () => change.mutate({ id, isDisabled: false }),
        }
      : {
          label: 'Disable',
          icon: Ban,
          hint: 'its tokens stop working',
          onSelect: () => change.mutate({ id, isDisabled: true }),
        },
    {
      label: 'Delete…',
      icon: Trash2,
      danger: true,
      disabled: !can('org.users:delete'),
      onSelect: () => setOpen('delete'),
    },
  ];
  return (
    <Card flush>
      <div className={styles.accountHead}>
        <span className={styles.person}>
          <Bot size={18} aria-hidden />
          <span>
            <strong>{name}</strong>
            <small>{account.login}</small>
          </span>
          {isDisabled && <Tag tone="warn">Disabled</Tag>}
        </span>
        <Select
          label={`Role of ${name}`}
          className={styles.role}
          value={account.role}
          options={roles}
          disabled={!mayWrite || change.isPending}
          onChange={(role) => change.mutate({ id, role })}
        />
        {mayWrite && (
          <>
            <Button icon={KeyRound} disabled={isDisabled} onClick={() => setOpen('token')}>
              Add token
            </Button>
            <Menu
              label={`Actions for ${name}`}
              placement="bottom-end"
              items={items}
              trigger={<IconButton icon={Ellipsis} label={`Actions for ${name}`} />}
            />
          </>
        )}
      </div>
      <TokenTable account={account} />
      {open === 'token' && <NewTokenDialog accountId={id} accountName={name} onClose={close} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          confirm="Delete account"
          danger
          busy={remove.isPending}
          onClose={close}
          onConfirm={() => remove.mutate(id)}
        >
          {account.tokens === 1 ? 'Its token stops' : `Its ${account.tokens} tokens stop`} working
          immediately. Clients that use them lose access.
        </ConfirmDialog>
      )}
    </Card>
  );
}
