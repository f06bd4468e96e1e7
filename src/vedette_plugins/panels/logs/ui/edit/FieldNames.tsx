import { Input, type CustomEditorProps } from '@vedette/sdk';

/** Names of fields, apart by commas. */
export function FieldNames({
  value,
  onChange,
  label = 'Displayed fields',
}: CustomEditorProps<readonly string[]>) {
  return (
    <Input
      key={value.join()}
      aria-label={label}
      defaultValue={value.join(', ')}
      placeholder="Whole line"
      onBlur={(event) =>
        onChange(
          event.target.value
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean),
        )
      }
    />
  );
}
