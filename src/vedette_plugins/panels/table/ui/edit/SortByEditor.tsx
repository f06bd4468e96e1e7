import { Combobox, InlineFields, Switch, type CustomEditorProps } from '@vedette/sdk';
import type { SortBy } from '../stored';

/** The column that rows are sorted by before a reader chooses another. */
export function SortByEditor({
  value,
  onChange,
  context,
  label = 'Sort by',
}: CustomEditorProps<SortBy[]>) {
  const [first, ...others] = value;
  const fields = context?.frames.flatMap((frame) => frame.fields) ?? [];
  const names = [...new Set(fields.map(({ name, displayName }) => displayName ?? name))];
  const options = names.map((name) => ({ value: name, label: name }));
  return (
    <InlineFields>
      <Combobox
        label={label}
        placeholder="As queried"
        options={[{ value: '', label: 'As queried' }, ...options]}
        value={first ? [first.displayName] : []}
        allowCustom
        onChange={([name = '']) =>
          onChange(name ? [{ ...first, displayName: name }, ...others] : [])
        }
      />
      {first && (
        <Switch
          label="Descending"
          checked={first.desc ?? false}
          onChange={(desc) => onChange([{ ...first, desc }, ...others])}
        />
      )}
    </InlineFields>
  );
}
