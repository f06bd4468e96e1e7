/** Signs in again over the editor, so that the draft stays where it is. */
import { useState, type ReactNode } from 'react';
import { Button, Dialog, Field, Fields, Input, PasswordInput } from '../../../../design';
import { errorMessage, pageUrl, request, signedInAgain } from '../../../../kernel/api';
import { boot, loadBoot } from '../../../../kernel/boot';
import { notify } from '../../../../kernel/events';

export function SignInDialog({ onClose }: { onClose: () => void }): ReactNode {
  const before = boot().user;
  const [user, setUser] = useState(before?.login ?? '');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const goOn = async () => {
    signedInAgain();
    const now = (await loadBoot(true)).user;
    if (now && now.id === before?.id) {
      notify('Signed in. Your draft is unchanged.', 'success');
      onClose();
      return;
    }
    setError(
      now
        ? `You signed in as ${now.login}. This draft belongs to ${before?.login ?? 'another user'}.`
        : 'You are not signed in yet.',
    );
  };
  const attempt = async (run: () => Promise<unknown>) => {
    setBusy(true);
    setError(undefined);
    try {
      await run();
      await goOn();
    } catch (failure) {
      setError(errorMessage(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Sign in again"
      description="Your session has ended. Your draft is kept."
      size="sm"
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(() => request('POST', '/login', { body: { user, password } }));
        }}
      >
        <Fields>
          <Field label="Email or username">
            <Input value={user} onChange={setUser} autoComplete="username" />
          </Field>
          <Field label="Password" error={error}>
            <PasswordInput
              value={password}
              onChange={setPassword}
              autoComplete="current-password"
              data-autofocus
            />
          </Field>
          <Button type="submit" variant="primary" busy={isBusy}>
            Sign in
          </Button>
          <p>
            <a href={pageUrl('/login')} target="_blank" rel="noreferrer">
              Sign in another way in a new tab
            </a>
            , then{' '}
            <Button size="sm" onClick={() => void attempt(async () => undefined)}>
              Continue
            </Button>
          </p>
        </Fields>
      </form>
    </Dialog>
  );
}
