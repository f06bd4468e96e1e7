import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, Field, Fields, PasswordInput } from '../../../design';
import { errorMessage } from '../../../kernel/api';
import { postponeNewPassword } from '../../../kernel/boot';
import { changePassword } from '../api';
import { passwordProblem } from './passwords';
import styles from './Login.module.css';

export interface FirstPasswordProps {
  /** The password just used to sign in; asked for where the page was loaded anew. */
  usedPassword: string | null;
  onDone: () => void;
}

export function FirstPassword({ usedPassword, onDone }: FirstPasswordProps): ReactNode {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = passwordProblem(password, repeated);
    setError(problem);
    if (problem) return;
    setBusy(true);
    try {
      await changePassword(usedPassword ?? current, password);
      onDone();
    } catch (failure) {
      setError(errorMessage(failure));
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)}>
      <p className={styles.lead}>
        The password of this account was set by an administrator or printed at the first start.
        Choose a new password.
      </p>
      <Fields>
        {usedPassword === null && (
          <Field label="Current password">
            <PasswordInput
              size="lg"
              autoComplete="current-password"
              required
              value={current}
              onChange={setCurrent}
            />
          </Field>
        )}
        <Field label="New password" error={error}>
          <PasswordInput
            size="lg"
            autoFocus
            autoComplete="new-password"
            required
            value={password}
            onChange={setPassword}
          />
        </Field>
        <Field label="Confirm new password">
          <PasswordInput
            size="lg"
            autoComplete="new-password"
            required
            value={repeated}
            onChange={setRepeated}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          Save and continue
        </Button>
        <Button
          variant="ghost"
          size="lg"
          onClick={() => {
            postponeNewPassword();
            onDone();
          }}
        >
          Not now
        </Button>
      </Fields>
    </form>
  );
}
