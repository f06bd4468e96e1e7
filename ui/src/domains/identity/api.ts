/** People, their sessions, service accounts and tokens on the server. */
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { request } from '../../kernel/api';
import { useAction, useApi } from '../../kernel/query';

export type Role = 'Admin' | 'Editor' | 'Viewer' | 'None';

export const roles: readonly { value: Role; label: string; description: string }[] = [
  { value: 'Viewer', label: 'Viewer', description: 'View dashboards' },
  { value: 'Editor', label: 'Editor', description: 'Edit dashboards and alert rules' },
  { value: 'Admin', label: 'Admin', description: 'Manage everything, including users' },
];

export interface Member {
  userId: number;
  login: string;
  name: string;
  email: string;
  role: Role;
  isDisabled?: boolean;
  lastSeenAt: string;
  lastSeenAtAge: string;
}

export interface Session {
  id: number;
  isActive: boolean;
  clientIp: string;
  browser: string;
  os: string;
  createdAt: string;
  seenAt: string;
}

export interface ServiceAccount {
  id: number;
  name: string;
  login: string;
  role: Role;
  isDisabled: boolean;
  tokens: number;
}

export interface Token {
  id: number;
  name: string;
  created: string;
  expiration?: string | null;
  hasExpired: boolean;
  lastUsedAt?: string | null;
}

export function signIn(user: string, password: string): Promise<{ mustChangePassword?: boolean }> {
  return request('POST', '/login', { body: { user, password } });
}

export function changePassword(oldPassword: string, newPassword: string): Promise<unknown> {
  return request('PUT', '/api/user/password', {
    body: { oldPassword, newPassword, confirmNew: newPassword },
  });
}

export interface MemberPage {
  totalCount: number;
  orgUsers: Member[];
}

export function useMembers(
  query: string,
  page: number,
  perpage: number,
): UseQueryResult<MemberPage> {
  return useApi<MemberPage>('/api/org/users/search', {
    query: { query, page, perpage },
    keepPrevious: true,
  });
}

export interface NewUser {
  name: string;
  login: string;
  email: string;
  password: string;
  role: Role;
}

const MEMBERS = ['/api/org/users'];

export function useCreateUser(onDone: () => void): UseMutationResult<unknown, Error, NewUser> {
  return useAction(
    async ({ role, ...body }) => {
      const { id } = await request<{ id: number }>('POST', '/api/admin/users', { body });
      await request('PATCH', `/api/org/users/${id}`, { body: { role } });
    },
    { invalidates: MEMBERS, done: 'User created', quiet: true, onDone },
  );
}

export function useSetRole(): UseMutationResult<unknown, Error, { id: number; role: Role }> {
  return useAction(({ id, role }) => request('PATCH', `/api/org/users/${id}`, { body: { role } }), {
    invalidates: MEMBERS,
    done: 'Role changed',
  });
}

export function useSetDisabled(): UseMutationResult<
  unknown,
  Error,
  { id: number; disabled: boolean }
> {
  return useAction(
    ({ id, disabled }) =>
      request('POST', `/api/admin/users/${id}/${disabled ? 'disable' : 'enable'}`),
    {
      invalidates: MEMBERS,
    },
  );
}

export function useSetPassword(
  onDone: () => void,
): UseMutationResult<unknown, Error, { id: number; password: string }> {
  return useAction(
    ({ id, password }) => request('PUT', `/api/admin/users/${id}/password`, { body: { password } }),
    {
      done: 'Password set. Sessions of this user have ended.',
      quiet: true,
      onDone,
    },
  );
}

export function useRemoveMember(onDone: () => void): UseMutationResult<unknown, Error, number> {
  return useAction((id) => request('DELETE', `/api/org/users/${id}`), {
    invalidates: MEMBERS,
    done: 'User removed',
    onDone,
  });
}

export function useSessions(): UseQueryResult<Session[]> {
  return useApi<Session[]>('/api/user/auth-tokens');
}

export function useRevokeSession(): UseMutationResult<unknown, Error, number> {
  return useAction(
    (authTokenId) => request('POST', '/api/user/revoke-auth-token', { body: { authTokenId } }),
    {
      invalidates: ['/api/user/auth-tokens'],
      done: 'Session ended',
    },
  );
}

const ACCOUNTS = ['/api/serviceaccounts'];

export function useServiceAccounts(
  query: string,
): UseQueryResult<{ serviceAccounts: ServiceAccount[] }> {
  return useApi('/api/serviceaccounts/search', {
    query: { query, perpage: 200, page: 1 },
    keepPrevious: true,
  });
}

export function useCreateAccount(
  onDone: () => void,
): UseMutationResult<unknown, Error, { name: string; role: Role }> {
  return useAction((body) => request('POST', '/api/serviceaccounts', { body }), {
    invalidates: ACCOUNTS,
    done: 'Service account created',
    quiet: true,
    onDone,
  });
}

export type AccountChange = Partial<Pick<ServiceAccount, 'name' | 'role' | 'isDisabled'>> & {
  id: number;
};

export function useChangeAccount(): UseMutationResult<unknown, Error, AccountChange> {
  return useAction(({ id, ...body }) => request('PATCH', `/api/serviceaccounts/${id}`, { body }), {
    invalidates: ACCOUNTS,
    done: 'Service account updated',
  });
}

export function useDeleteAccount(onDone: () => void): UseMutationResult<unknown, Error, number> {
  return useAction((id) => request('DELETE', `/api/serviceaccounts/${id}`), {
    invalidates: ACCOUNTS,
    done: 'Service account deleted',
    onDone,
  });
}

export function useTokens(accountId: number): UseQueryResult<Token[]> {
  return useApi<Token[]>(`/api/serviceaccounts/${accountId}/tokens`);
}

export interface NewToken {
  name: string;
  secondsToLive: number;
}

export function useCreateToken(
  accountId: number,
  onDone: (made: { name: string; key: string }) => void,
): UseMutationResult<{ name: string; key: string }, Error, NewToken> {
  return useAction(
    (body) => request('POST', `/api/serviceaccounts/${accountId}/tokens`, { body }),
    {
      invalidates: ACCOUNTS,
      quiet: true,
      onDone,
    },
  );
}

export function useRevokeToken(accountId: number): UseMutationResult<unknown, Error, number> {
  return useAction((id) => request('DELETE', `/api/serviceaccounts/${accountId}/tokens/${id}`), {
    invalidates: ACCOUNTS,
    done: 'Token revoked',
  });
}
