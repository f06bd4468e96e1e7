/** A query editor made from the JSON schema that a plugin gives of its queries. */
import { useMemo, type KeyboardEvent, type ReactNode } from 'react';
import { Fields } from '../design';
import type { QueryEditorProps } from '../sdk/datasource';
import { SchemaControl } from './SchemaControl';
import { schemaFields } from './schemaFields';

export interface SchemaQueryEditorProps extends QueryEditorProps {
  schema: Readonly<Record<string, unknown>>;
}

export function SchemaQueryEditor({
  schema,
  query,
  onChange,
  onRun,
}: SchemaQueryEditorProps): ReactNode {
  const fields = useMemo(() => schemaFields(schema), [schema]);
  const set = (key: string, value: unknown) => {
    const { [key]: _, ...rest } = query;
    onChange({ ...(value === undefined ? rest : { ...rest, [key]: value }), refId: query.refId });
  };
  const runOnEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      onRun();
    }
  };
  return (
    <div onKeyDown={runOnEnter} role="presentation">
      <Fields columns={2}>
        {fields.map((field) => (
          <SchemaControl
            key={field.key}
            field={field}
            value={query[field.key] ?? field.default}
            onChange={(value) => set(field.key, value)}
          />
        ))}
      </Fields>
    </div>
  );
}
