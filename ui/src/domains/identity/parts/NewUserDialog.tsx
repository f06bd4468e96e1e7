import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { Dices } from 'lucide-react';
import {
  Button,
  Dialog,
  Field,
  Fields,
  IconButton,
  Input,
  PasswordInput,
  Select,
} from '../../../design';
import { errorMessage } from '../../../kernel/api';
import { roles, useCreateUser, type NewUser } from '../api';
import { passwordProblem, randomPassword } from './passwords';
import styles from './Identity.module.css';

const empty: NewUser = { name: '', login: '', email: '', password: '', role: 'Viewer' };

export function NewUserDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [user, setUser] = useState(empty);
  const [tried, setTried] = useState(false);
  const create = useCreateUser(onClose);
  const formId = useId();
  const set = (patch: Partial<NewUser>) => setUser({ ...user, ...patch });
  const weak = passwordProblem(user.password);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!weak) create.mutate({ ...user, login: user.login || user.email });
  };

  return (
    <Dialog
      title="New user"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={create.isPending}>
            Create user
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Fields>
          <Fields columns={2}>
            <Field label="Name" optional>
              <Input
                data-autofocus
                value={user.name}
                onChange={(name) => set({ name })}
                autoComplete="off"
              />
            </Field>
            <Field label="Login" error={create.isError ? errorMessage(create.error) : null}>
              <Input
                value={user.login}
                required={!user.email}
                placeholder={user.email}
                autoCapitalize="none"
                autoComplete="off"
                onChange={(login) => set({ login })}
              />
            </Field>
          </Fields>
          <Field label="Email" optional>
            <Input
              type="email"
              value={user.email}
              onChange={(email) => set({ email })}
              autoComplete="off"
            />
          </Field>
          <Field label="Role" hint={roles.find(({ value }) => value === user.role)?.description}>
            <Select value={user.role} options={roles} onChange={(role) => set({ role })} />
          </Field>
          <Field
            label="Password"
            error={tried ? weak : null}
            hint="Share it with the user securely. The user can change it in the profile."
          >
            <NewPasswordInput value={user.password} onChange={(password) => set({ password })} />
          </Field>
        </Fields>
      </form>
    </Dialog>
  );
}

interface NewPasswordInputProps {
  id?: string;
  value: string;
  onChange: (value: string) => void;
}

/** A password field with a button that makes one up. */
export function NewPasswordInput({ value, onChange, ...rest }: NewPasswordInputProps): ReactNode {
  return (
    <div className={styles.row}>
      <PasswordInput
        {...rest}
        value={value}
        onChange={onChange}
        autoComplete="new-password"
        required
      />
      <IconButton
        icon={Dices}
        variant="default"
        label="Generate and copy a password"
        onClick={() => {
          const password = randomPassword();
          onChange(password);
          void navigator.clipboard?.writeText(password);
        }}
      />
    </div>
  );
}
