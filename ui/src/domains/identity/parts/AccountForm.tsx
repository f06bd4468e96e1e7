import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, Field, Fields, Input } from '../../../design';
import { errorMessage, request } from '../../../kernel/api';
import { boot, loadBoot } from '../../../kernel/boot';
import { useAction } from '../../../kernel/query';
import styles from './Identity.module.css';

export function AccountForm(): ReactNode {
  const { user } = boot();
  const [account, setAccount] = useState({
    name: user?.name ?? '',
    login: user?.login ?? '',
    email: user?.email ?? '',
  });
  const set = (patch: Partial<typeof account>) => setAccount({ ...account, ...patch });
  const save = useAction(
    async (body: typeof account) => {
      await request('PUT', '/api/user', { body });
      await loadBoot(true);
    },
    { done: 'Account saved', quiet: true },
  );
  const isExternal = user?.isExternal ?? false;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(account);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {isExternal && (
        <p className={styles.note}>
          This account is managed by your sign-in provider. Change it there.
        </p>
      )}
      <Fields columns={2}>
        <Field label="Name">
          <Input
            value={account.name}
            disabled={isExternal}
            autoComplete="name"
            onChange={(name) => set({ name })}
          />
        </Field>
        <Field label="Login" error={save.isError ? errorMessage(save.error) : null}>
          <Input
            value={account.login}
            disabled={isExternal}
            required
            autoComplete="username"
            onChange={(login) => set({ login })}
          />
        </Field>
        <Field label="Email">
          <Input
            type="email"
            value={account.email}
            disabled={isExternal}
            autoComplete="email"
            onChange={(email) => set({ email })}
          />
        </Field>
      </Fields>
      {!isExternal && (
        <Button type="submit" busy={save.isPending}>
          Save account
        </Button>
      )}
    </form>
  );
}
