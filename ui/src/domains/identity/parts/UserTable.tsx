import { useState, type ReactNode } from 'react';
import { Ban, CircleCheck, Ellipsis, KeyRound, UserMinus } from 'lucide-react';
import {
  Avatar,
  ConfirmDialog,
  IconButton,
  Menu,
  Select,
  Table,
  Tag,
  type MenuItem,
} from '../../../design';
import { boot, can } from '../../../kernel/boot';
import { roles, useRemoveMember, useSetDisabled, useSetRole, type Member } from '../api';
import { PasswordDialog } from './PasswordDialog';
import styles from './Identity.module.css';

export function UserTable({ members }: { members: readonly Member[] }): ReactNode {
  return (
    <Table label="Users">
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col" className="vd-wide-only">
            Email
          </th>
          <th scope="col">Role</th>
          <th scope="col" className="vd-wide-only">
            Last seen
          </th>
          <th scope="col">
            <span className="vd-sr">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <UserRow key={member.userId} member={member} />
        ))}
      </tbody>
    </Table>
  );
}

function UserRow({ member }: { member: Member }): ReactNode {
  const setRole = useSetRole();
  const isSelf = boot().user?.id === member.userId;
  const name = member.name || member.login;
  return (
    <tr>
      <td>
        <span className={styles.person}>
          <Avatar name={name} />
          <span>
            <strong>{name}</strong>
            <small>{member.login}</small>
          </span>
          {isSelf && <Tag>You</Tag>}
          {member.isDisabled && <Tag tone="warn">Disabled</Tag>}
        </span>
      </td>
      <td data-dim className="vd-wide-only">
        {member.email}
      </td>
      <td>
        <Select
          label={`Role of ${name}`}
          className={styles.role}
          value={member.role}
          options={member.role === 'None' ? [{ value: 'None', label: 'None' }, ...roles] : roles}
          disabled={!can('org.users:write') || isSelf || setRole.isPending}
          onChange={(role) => setRole.mutate({ id: member.userId, role })}
        />
      </td>
      <td data-dim className="vd-wide-only">
        {lastSeen(member)}
      </td>
      <td data-align="end">{!isSelf && <UserMenu member={member} name={name} />}</td>
    </tr>
  );
}

function UserMenu({ member, name }: { member: Member; name: string }): ReactNode {
  const [open, setOpen] = useState<'password' | 'remove' | 'disable' | null>(null);
  const close = () => setOpen(null);
  const setDisabled = useSetDisabled();
  const remove = useRemoveMember(close);
  const isServerAdmin = boot().user?.isGrafanaAdmin ?? false;
  const items: MenuItem[] = [];
  if (isServerAdmin) {
    items.push({ label: 'Set password…', icon: KeyRound, onSelect: () => setOpen('password') });
    items.push(
      member.isDisabled
        ? {
            label: 'Enable',
            icon: CircleCheck,
            onSelect: () => setDisabled.mutate({ id: member.userId, disabled: false }),
          }
        : { label: 'Disable…', icon: Ban, onSelect: () => setOpen('disable') },
    );
  }
  if (can('org.users:delete')) {
    items.push({
      label: 'Remove…',
      icon: UserMinus,
      danger: true,
      onSelect: () => setOpen('remove'),
    });
  }
  if (items.length === 0) return null;
  return (
    <>
      <Menu
        label={`Actions for ${name}`}
        placement="bottom-end"
        items={items}
        trigger={<IconButton icon={Ellipsis} label={`Actions for ${name}`} />}
      />
      {open === 'password' && <PasswordDialog id={member.userId} name={name} onClose={close} />}
      {open === 'disable' && (
        <ConfirmDialog
          title={`Disable ${name}?`}
          confirm="Disable"
          danger
          busy={setDisabled.isPending}
          onClose={close}
          onConfirm={() =>
            setDisabled.mutate({ id: member.userId, disabled: true }, { onSuccess: close })
          }
        >
          {name} is signed out everywhere and cannot sign in until enabled again. Dashboards and
          settings are kept.
        </ConfirmDialog>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          confirm="Remove"
          danger
          busy={remove.isPending}
          onClose={close}
          onConfirm={() => remove.mutate(member.userId)}
        >
          {name} loses access to this organization. Everything that {name} created is kept.
        </ConfirmDialog>
      )}
    </>
  );
}

function lastSeen({ lastSeenAt, lastSeenAtAge }: Member): string {
  return new Date(lastSeenAt).getFullYear() < 2015 ? 'Never' : `${lastSeenAtAge} ago`;
}
