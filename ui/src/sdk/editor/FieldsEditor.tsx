/** Choice of fields of the panel's data. */
import type { ReactNode } from 'react';
import type { Field } from '../../data/frame';
import { Combobox } from '../../design';
import type { CustomEditorContext, CustomEditorProps } from '../options';

const FIXED = [
  { value: '', label: 'Number fields' },
  { value: '/.*/', label: 'All fields' },
];

/** One text: empty for numbers, or a pattern over names; a chosen field is stored as `/^name$/`. */
export function FieldsEditor({
  value,
  onChange,
  context,
  label = 'Fields',
}: CustomEditorProps<string>): ReactNode {
  const fields = fieldNames(context).map((name) => ({ value: patternOf(name), label: name }));
  return (
    <Combobox
      label={label}
      options={[...FIXED, ...fields]}
      value={[value]}
      allowCustom
      onChange={([chosen = '']) => onChange(chosen)}
    />
  );
}

/** Names of number fields; none for all of them. */
export function FieldNamesEditor({
  value,
  onChange,
  context,
  label = 'Fields',
}: CustomEditorProps<string | readonly string[]>): ReactNode {
  const chosen = typeof value === 'string' ? [value].filter(Boolean) : value;
  const names = fieldNames(context, ({ type }) => type === 'number');
  return (
    <Combobox
      label={label}
      placeholder="All fields"
      options={names.map((name) => ({ value: name, label: name }))}
      value={chosen}
      multi
      allowCustom
      onChange={onChange}
    />
  );
}

function fieldNames(
  context: CustomEditorContext | undefined,
  isOffered: (field: Field) => boolean = () => true,
): string[] {
  const fields = context?.frames.flatMap((frame) => frame.fields).filter(isOffered) ?? [];
  return [...new Set(fields.map(({ name, displayName }) => displayName ?? name))];
}

function patternOf(name: string): string {
  return `/^${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$/`;
}
