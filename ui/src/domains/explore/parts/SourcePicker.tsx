import type { ReactNode } from 'react';
import { Combobox } from '../../../design';
import { MIXED, type Sources } from '../../../querying/sources';

export interface SourcePickerProps {
  label: string;
  sources: Sources;
  value: string;
  onChange: (uid: string) => void;
  /** Also offers several sources at once. */
  withMixed?: boolean;
}

export function SourcePicker({
  label,
  sources,
  value,
  onChange,
  withMixed,
}: SourcePickerProps): ReactNode {
  const known = sources.list.map(({ uid, name, type, meta }) => ({
    value: uid,
    label: name,
    description: meta?.name ?? type,
  }));
  const mixed = { value: MIXED, label: MIXED, description: 'Choose a data source for each query' };
  const options = withMixed && known.length > 1 ? [...known, mixed] : known;
  const isGone = value !== '' && !options.some((option) => option.value === value);
  const shown = isGone ? [...options, { value, label: value, description: 'Not found' }] : options;
  return (
    <Combobox
      label={label}
      options={shown}
      value={value ? [value] : []}
      onChange={([uid]) => {
        if (uid && uid !== value) onChange(uid);
      }}
      placeholder="Choose a data source"
    />
  );
}
