import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { CircleX, Clock3 } from 'lucide-react';
import { Button, Field, Fields, Input, LinkButton, PasswordInput } from '../../../design';
import { ApiError, errorMessage } from '../../../kernel/api';
import { boot } from '../../../kernel/boot';
import { signIn } from '../api';
import styles from './Login.module.css';

export interface LoginFormProps {
  onDone: (password: string, mustChangePassword: boolean) => void;
}

export function LoginForm({ onDone }: LoginFormProps): ReactNode {
  const { settings } = boot();
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [wait, setWait] = useCountdown();

  if (settings.disableLoginForm) {
    return (
      <p className={styles.lead}>
        Password sign-in is turned off on this server. Ask an administrator for access.
      </p>
    );
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || wait > 0) return;
    setBusy(true);
    setError(null);
    try {
      const { mustChangePassword } = await signIn(user.trim(), password);
      onDone(password, mustChangePassword ?? false);
    } catch (failure) {
      setError(failure);
      if (failure instanceof ApiError && failure.status === 429)
        setWait(failure.retryAfterSeconds ?? 300);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)}>
      <LoginProblem error={error} wait={wait} />
      <Fields>
        <Field label="Email or username">
          <Input
            size="lg"
            name="user"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            required
            placeholder={settings.loginHint}
            value={user}
            onChange={setUser}
          />
        </Field>
        <Field label="Password">
          <PasswordInput
            size="lg"
            name="password"
            autoComplete="current-password"
            required
            placeholder={settings.passwordHint}
            value={password}
            onChange={setPassword}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={busy} disabled={wait > 0}>
          {wait > 0 ? `Try again in ${clock(wait)}` : 'Sign in'}
        </Button>
        {settings.anonymousEnabled && (
          <LinkButton href="/" variant="ghost" size="lg">
            Continue without signing in
          </LinkButton>
        )}
      </Fields>
    </form>
  );
}

function LoginProblem({ error, wait }: { error: unknown; wait: number }): ReactNode {
  if (error === null) return null;
  const isBlocked = error instanceof ApiError && error.status === 429;
  const Icon = isBlocked ? Clock3 : CircleX;
  return (
    <div role="alert" className={isBlocked ? styles.warning : styles.problem}>
      <Icon size={16} aria-hidden />
      <span>{problemText(error, wait)}</span>
    </div>
  );
}

function problemText(error: unknown, wait: number): string {
  if (!(error instanceof ApiError)) return errorMessage(error);
  if (error.status === 401) return 'Invalid username or password.';
  if (error.status === 429) {
    return wait > 0
      ? 'Too many failed attempts. Sign-in is temporarily blocked to protect the account.'
      : 'You can try again now.';
  }
  return error.message;
}

function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return [left, setLeft];
}

/** `4:05` for 245 seconds. */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.ceil(seconds % 60)).padStart(2, '0')}`;
}
