import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, Field, Fields, PasswordInput } from '../../../design';
import { errorMessage } from '../../../kernel/api';
import { useAction } from '../../../kernel/query';
import { changePassword } from '../api';
import { passwordProblem } from './passwords';
import styles from './Identity.module.css';

const empty = { current: '', password: '', repeated: '' };

export function PasswordForm(): ReactNode {
  const [form, setForm] = useState(empty);
  const [problem, setProblem] = useState<string | null>(null);
  const set = (patch: Partial<typeof empty>) => setForm({ ...form, ...patch });
  const save = useAction(
    ({ current, password }: typeof empty) => changePassword(current, password),
    {
      done: 'Password changed. Your other sessions have ended.',
      invalidates: ['/api/user/auth-tokens'],
      quiet: true,
      onDone: () => setForm(empty),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = passwordProblem(form.password, form.repeated);
    setProblem(found);
    if (!found) save.mutate(form);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Fields columns={2}>
        <Field label="Current password" error={save.isError ? errorMessage(save.error) : null}>
          <PasswordInput
            required
            autoComplete="current-password"
            value={form.current}
            onChange={(current) => set({ current })}
          />
        </Field>
        <span className="vd-wide-only" />
        <Field label="New password" error={problem}>
          <PasswordInput
            required
            autoComplete="new-password"
            value={form.password}
            onChange={(password) => set({ password })}
          />
        </Field>
        <Field label="Confirm new password">
          <PasswordInput
            required
            autoComplete="new-password"
            value={form.repeated}
            onChange={(repeated) => set({ repeated })}
          />
        </Field>
      </Fields>
      <Button type="submit" busy={save.isPending}>
        Change password
      </Button>
    </form>
  );
}
