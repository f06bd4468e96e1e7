import { Input, type CustomEditorProps } from '@vedette/sdk';

/** Names of fields, apart by commas. */
export function FieldNames({ value, onChange }: CustomEditorProps<readonly string[]>) {
  return (
    <Input
      key={value.join()}
      aria-label="Fields in place of the line"
      defaultValue={value.join(', ')}
      placeholder="The whole line"
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
