/** One field of a form that is made from a JSON schema. */
import { useState, type ReactNode } from 'react';
import { Field, Input, Select, Switch, TextArea } from '../design';
import type { SchemaField } from './schemaFields';

export interface SchemaControlProps {
  field: SchemaField;
  value: unknown;
  /** Undefined takes the key out. */
  onChange: (value: unknown) => void;
}

export function SchemaControl({ field, value, onChange }: SchemaControlProps): ReactNode {
  const { label, hint, kind, options = [], min, max } = field;
  switch (kind) {
    case 'switch':
      return (
        <Field label={label} hint={hint}>
          <Switch checked={value === true} onChange={onChange} />
        </Field>
      );
    case 'choice':
      return (
        <Field label={label} hint={hint}>
          <Select
            value={typeof value === 'string' ? value : ''}
            options={options.map((option) => ({ value: option, label: option || 'None' }))}
            onChange={onChange}
          />
        </Field>
      );
    case 'number':
      return (
        <Field label={label} hint={hint}>
          <Input
            type="number"
            value={typeof value === 'number' ? String(value) : ''}
            min={min}
            max={max}
            onChange={(text) => onChange(text.trim() === '' ? undefined : Number(text))}
          />
        </Field>
      );
    case 'text':
      return (
        <Field label={label} hint={hint}>
          <Input
            mono
            value={typeof value === 'string' ? value : ''}
            onChange={onChange}
            spellCheck={false}
          />
        </Field>
      );
    default:
      return <JsonControl field={field} value={value} onChange={onChange} />;
  }
}

function JsonControl({ field, value, onChange }: SchemaControlProps): ReactNode {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value)));
  const [error, setError] = useState('');
  const change = (next: string) => {
    setText(next);
    try {
      onChange(next.trim() === '' ? undefined : JSON.parse(next));
      setError('');
    } catch {
      setError('Not valid JSON.');
    }
  };
  return (
    <Field label={field.label} hint={field.hint} error={error}>
      <TextArea mono rows={2} value={text} onChange={change} spellCheck={false} />
    </Field>
  );
}
