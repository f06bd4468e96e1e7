import type { ReactNode } from 'react';
import { Field, Fields, Input, Select, Switch } from '../../design';
import type { ConfigEditorProps } from '../datasource';
import type { SqlDialectName } from './query';

const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'].map((mode) => ({
  value: mode,
  label: mode,
}));
const postgresVersions = [
  { value: '', label: 'Not set' },
  ...[903, 904, 905, 906, 1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700].map((version) => ({
    value: String(version),
    label: version < 1000 ? `9.${version - 900}` : String(version / 100),
  })),
];

/** Settings that databases with a server share, and those of PostgreSQL. */
export function SqlConfigEditor({
  jsonData,
  onJsonChange,
  readOnly,
  dialect,
}: ConfigEditorProps & { dialect: SqlDialectName }): ReactNode {
  const text = (key: string) =>
    jsonData[key] === undefined || jsonData[key] === null ? '' : String(jsonData[key]);
  const number = (key: string, label: string, placeholder: string, hint?: string) => (
    <Field label={label} hint={hint}>
      <Input
        type="number"
        disabled={readOnly}
        value={text(key)}
        placeholder={placeholder}
        onChange={(value) => onJsonChange({ [key]: value === '' ? undefined : Number(value) })}
      />
    </Field>
  );
  return (
    <Fields columns={2}>
      {dialect === 'postgres' && (
        <>
          <Field label="TLS mode" hint="verify-full checks the certificate and the server name.">
            <Select
              disabled={readOnly}
              value={text('sslmode') || 'require'}
              options={sslModes}
              onChange={(sslmode) => onJsonChange({ sslmode })}
            />
          </Field>
          <Field label="Version">
            <Select
              disabled={readOnly}
              value={text('postgresVersion')}
              options={postgresVersions}
              onChange={(version) =>
                onJsonChange({ postgresVersion: version ? Number(version) : undefined })
              }
            />
          </Field>
          <Field label="TimescaleDB" hint="Group time values with time_bucket.">
            <Switch
              disabled={readOnly}
              checked={jsonData['timescaledb'] === true}
              onChange={(timescaledb) => onJsonChange({ timescaledb })}
            />
          </Field>
        </>
      )}
      {dialect === 'mysql' && (
        <Field
          label="Session time zone"
          hint="Time zone of columns without one, for example +00:00 or Europe/Berlin."
        >
          <Input
            mono
            disabled={readOnly}
            value={text('timezone')}
            placeholder="+00:00"
            onChange={(timezone) => onJsonChange({ timezone: timezone || undefined })}
          />
        </Field>
      )}
      <Field label="Min interval" hint="Lower limit of $__interval, for example 1m.">
        <Input
          mono
          disabled={readOnly}
          value={text('timeInterval')}
          placeholder="1m"
          onChange={(timeInterval) => onJsonChange({ timeInterval: timeInterval || undefined })}
        />
      </Field>
      {number('maxOpenConns', 'Max open connections', '5')}
      {number('maxIdleConns', 'Max idle connections', '2')}
      {number(
        'connMaxLifetime',
        'Max connection lifetime',
        '14400',
        'Seconds before a connection is closed.',
      )}
    </Fields>
  );
}
