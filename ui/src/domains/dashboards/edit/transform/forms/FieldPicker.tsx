import { useMemo, type ReactNode } from 'react';
import type { FieldType, Frame } from '../../../../../data';
import { Combobox } from '../../../../../design';
import { fieldOptions } from './choices';

export interface FieldPickerProps {
  id?: string;
  label: string;
  before: readonly Frame[];
  types?: readonly FieldType[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Shown for no field; a single choice can return to it. */
  placeholder?: string;
  multi?: boolean;
}

/** Fields before the step; variables and names that do not exist yet can be typed. */
export function FieldPicker({ before, types, ...props }: FieldPickerProps): ReactNode {
  const { multi, placeholder } = props;
  const options = useMemo(() => {
    const fields = fieldOptions(before, types);
    return placeholder && !multi ? [{ value: '', label: placeholder }, ...fields] : fields;
  }, [before, types, placeholder, multi]);
  return (
    <Combobox {...props} allowCustom options={options} placeholder={placeholder ?? 'Choose…'} />
  );
}
