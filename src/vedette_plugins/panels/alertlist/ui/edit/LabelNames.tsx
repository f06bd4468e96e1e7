import { Input, type CustomEditorProps } from '@vedette/sdk';

/** Names of labels, separated by commas. */
export function LabelNames({
  value,
  onChange,
  label = 'Labels',
}: CustomEditorProps<readonly string[]>) {
  return (
    <Input
      key={value.join()}
      aria-label={label}
      defaultValue={value.join(', ')}
      placeholder="team, severity"
      onBlur={(event) => {
        const names = event.target.value.split(',').map((name) => name.trim());
        onChange(names.filter(Boolean));
      }}
    />
  );
}
