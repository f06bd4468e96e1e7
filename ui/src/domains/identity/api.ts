/** People, their sessions, service accounts and tokens on the server. */
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { request } from '../../kernel/api';
import type {
  FoundMembers,
  FoundServiceAccounts,
  ListedSession,
  LoggedIn,
  MadeToken,
  MadeUser,
  NewTokenBody,
  NewUser as NewUserBody,
  OrgUser,
  ServiceAccount,
  TokenAnswer as Token,
} from '../../kernel/apiTypes';
import { useAction, useApi } from '../../kernel/query';

export type { ServiceAccount, Token };

export type Role = OrgUser['role'];

export const roles: readonly { value: Role; label: string; description: string }[] = [
  { value: 'Viewer', label: 'Viewer', description: 'View dashboards' },
  { value: 'Editor', label: 'Editor', description: 'Edit dashboards and alert rules' },
  { value: 'Admin', label: 'Admin', description: 'Manage everything, including users' },
];

export type Member = OrgUser;

export type Session = ListedSession;

export function signIn(user: string, password: string): Promise<LoggedIn> {
  return request('POST', '/login', { body: { user, password } });
}

export function changePassword(oldPassword: string, newPassword: string): Promise<unknown> {
  return request('PUT', '/api/user/password', {
    body: { oldPassword, newPassword, confirmNew: newPassword },
  });
}

export type MemberPage = FoundMembers;

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

export type NewUser = Required<Pick<NewUserBody, 'name' | 'login' | 'email' | 'password'>> & {
  role: Role;
};

const MEMBERS = ['/api/org/users'];

export function useCreateUser(onDone: () => void): UseMutationResult<unknown, Error, NewUser> {
  return useAction(
    async ({ role, ...body }) => {
      const { id } = await request<MadeUser>('POST', '/api/admin/users', { body });
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

export function useServiceAccounts(query: string): UseQueryResult<FoundServiceAccounts> {
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

export type NewToken = Pick<NewTokenBody, 'name'> & { secondsToLive: number };

export function useCreateToken(
  accountId: number,
  onDone: (made: MadeToken) => void,
): UseMutationResult<MadeToken, Error, NewToken> {
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
