import type { ReactNode } from 'react';
import { Field, Fields, Input, Switch } from '../../../design';
import { SecretInput } from './SecretInput';
import type { PartProps } from './formParts';

export function AuthFields({ draft, change, changeSecret }: PartProps): ReactNode {
  const { source, secrets, stored } = draft;
  return (
    <Fields>
      <Switch
        checked={source.basicAuth}
        onChange={(basicAuth) => change({ basicAuth })}
        label="Basic authentication"
      />
      {source.basicAuth && (
        <Fields columns={2}>
          <Field label="User">
            <Input
              autoComplete="off"
              value={source.basicAuthUser}
              onChange={(basicAuthUser) => change({ basicAuthUser })}
            />
          </Field>
          <Field label="Password">
            <SecretInput
              stored={stored.basicAuthPassword ?? false}
              value={secrets.basicAuthPassword}
              onChange={(value) => changeSecret('basicAuthPassword', value)}
            />
          </Field>
        </Fields>
      )}
    </Fields>
  );
}
