import type { ReactNode } from 'react';
import { Field, Fields, Input } from '../../../design';
import { SecretInput } from './SecretInput';
import type { PartProps } from './formParts';

/**
 * Which database, and as whom. Files may name the database among the settings; here it has one
 * place.
 */
export function DatabaseFields({ draft, change, changeSecret }: PartProps): ReactNode {
  const { source, secrets, stored } = draft;
  const inJson = typeof source.jsonData.database === 'string' ? source.jsonData.database : '';
  const setDatabase = (database: string) =>
    change({ database, jsonData: { ...source.jsonData, database: undefined } });
  return (
    <Fields columns={2}>
      <Field label="Database">
        <Input mono value={source.database || inJson} onChange={setDatabase} />
      </Field>
      <Field label="User" hint="Use a database user with read-only permissions.">
        <Input mono autoComplete="off" value={source.user} onChange={(user) => change({ user })} />
      </Field>
      <Field label="Password">
        <SecretInput
          stored={stored.password ?? false}
          value={secrets.password}
          onChange={(value) => changeSecret('password', value)}
        />
      </Field>
    </Fields>
  );
}
