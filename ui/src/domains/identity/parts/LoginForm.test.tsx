import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setBoot, type BootData } from '../../../kernel/boot';
import { LoginForm } from './LoginForm';

const settings = {
  appUrl: '/',
  appSubUrl: '',
  buildInfo: { version: '10.4.0' },
  datasources: {},
  defaultDatasource: '',
  anonymousEnabled: false,
  loginHint: 'name@example.org',
  passwordHint: 'password',
  disableLoginForm: false,
  minRefreshInterval: '5s',
  exploreEnabled: true,
  viewersCanEdit: false,
  defaultTheme: 'dark',
  dashboardVersionsToKeep: 20,
} satisfies BootData['settings'];

function serverAnswers(status: number, body: unknown, headers: Record<string, string> = {}) {
  const fetched = vi
    .fn<typeof fetch>()
    .mockResolvedValue(new Response(JSON.stringify(body), { status, headers }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

async function signIn(): Promise<void> {
  fireEvent.change(screen.getByLabelText('Email or username'), { target: { value: ' mira ' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret words' } });
  await act(async () => {
    fireEvent.submit(
      screen.getByRole('button', { name: 'Sign in' }).closest('form') as HTMLFormElement,
    );
    await vi.advanceTimersByTimeAsync(0);
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  setBoot({ settings, user: null });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the name is sent without the spaces around it, the password as it is', async () => {
  const fetched = serverAnswers(200, { message: 'Logged in' });
  const onDone = vi.fn();
  render(<LoginForm onDone={onDone} />);
  await signIn();
  expect(fetched.mock.calls[0]?.[1]?.body).toBe('{"user":"mira","password":"secret words"}');
  expect(onDone).toHaveBeenCalledWith('secret words', false);
});

test('a wrong password is said in words, without telling which of the two was wrong', async () => {
  serverAnswers(401, {
    message: 'Invalid username or password',
    messageId: 'password-auth.failed',
  });
  render(<LoginForm onDone={() => {}} />);
  await signIn();
  expect(screen.getByRole('alert').textContent).toBe('Invalid username or password.');
});

test('after too many attempts the form says when to come back, and opens again then', async () => {
  serverAnswers(429, { message: 'Too many attempts' }, { 'Retry-After': '65' });
  render(<LoginForm onDone={() => {}} />);
  await signIn();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Try again in 1:05' });
  expect(button.disabled).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(65_000));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' }).disabled).toBe(false);
});

test('a generated password leads to choosing a new one', async () => {
  serverAnswers(200, { message: 'Logged in', mustChangePassword: true });
  const onDone = vi.fn();
  render(<LoginForm onDone={onDone} />);
  await signIn();
  expect(onDone).toHaveBeenCalledWith('secret words', true);
});

test('where the form is turned off there is nothing to type into', () => {
  setBoot({ settings: { ...settings, disableLoginForm: true }, user: null });
  render(<LoginForm onDone={() => {}} />);
  expect(screen.queryByLabelText('Password')).toBeNull();
});
