import type { ReactNode } from 'react';
import { Field, Fields, Input, Switch } from '../../../design';
import { SecretInput } from './SecretInput';
import { textOf, type PartProps } from './formParts';

const PEM = '-----BEGIN CERTIFICATE-----';

export interface TlsFieldsProps extends PartProps {
  /** Databases that can say so set it in their own way. */
  maySkip: boolean;
}

export function TlsFields({ draft, changeJson, changeSecret, maySkip }: TlsFieldsProps): ReactNode {
  const { jsonData } = draft.source;
  const secret = (key: string, placeholder = PEM) => (
    <SecretInput
      multiline
      placeholder={placeholder}
      stored={draft.stored[key] ?? false}
      value={draft.secrets[key]}
      onChange={(value) => changeSecret(key, value)}
    />
  );
  return (
    <Fields>
      <Switch
        checked={jsonData.tlsAuthWithCACert === true}
        onChange={(tlsAuthWithCACert) => changeJson({ tlsAuthWithCACert })}
        label="Custom certificate authority"
      />
      {jsonData.tlsAuthWithCACert === true && (
        <Field label="CA certificate">{secret('tlsCACert')}</Field>
      )}
      <Switch
        checked={jsonData.tlsAuth === true}
        onChange={(tlsAuth) => changeJson({ tlsAuth })}
        label="Client certificate authentication"
      />
      {jsonData.tlsAuth === true && (
        <>
          <Field
            label="Server name"
            optional
            hint="Server name in the certificate, for example db.example.com."
          >
            <Input
              value={textOf(jsonData.serverName)}
              onChange={(serverName) => changeJson({ serverName })}
            />
          </Field>
          <Field label="Client certificate">{secret('tlsClientCert')}</Field>
          <Field label="Client key">{secret('tlsClientKey', '-----BEGIN PRIVATE KEY-----')}</Field>
        </>
      )}
      {maySkip && (
        <Switch
          checked={jsonData.tlsSkipVerify === true}
          onChange={(tlsSkipVerify) => changeJson({ tlsSkipVerify })}
          label="Skip TLS certificate verification (insecure)"
        />
      )}
    </Fields>
  );
}
