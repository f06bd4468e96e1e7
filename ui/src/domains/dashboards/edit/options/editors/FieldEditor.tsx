import type { ReactNode } from 'react';
import { fieldDisplayName, formatted, type Field, type Frame } from '../../../../../data';
import { Combobox, type Option } from '../../../../../design';
import type { DefinitionOf, EditorProps } from './types';

type Props = EditorProps<string | undefined, DefinitionOf<'field'>>;

const SAMPLE_LENGTH = 24;

/** The last value there is, as panels show it. */
function sampleOf({ values, display }: Field): string {
  const value = values.findLast((one) => one !== null && one !== undefined);
  if (value === undefined) return 'no values';
  const text = display ? formatted(display(value)) : String(value);
  return text.length > SAMPLE_LENGTH ? `${text.slice(0, SAMPLE_LENGTH)}…` : text;
}

function fieldOptions(frames: readonly Frame[], filter?: (field: Field) => boolean): Option[] {
  const options = new Map<string, Option>();
  for (const frame of frames)
    for (const field of frame.fields) {
      if (filter && !filter(field)) continue;
      const name = fieldDisplayName(field, frame, frames);
      if (options.has(name)) continue;
      options.set(name, {
        value: name,
        label: name,
        description: `${field.type} · ${sampleOf(field)}`,
      });
    }
  return [...options.values()];
}

/** The name of a field of the data, with its type and a value. */
export function FieldEditor(props: Props): ReactNode {
  const { id, label, value = '', onChange, onDone, definition, context } = props;
  const { placeholder = 'Automatic', filter } = definition;
  const options = [{ value: '', label: placeholder }, ...fieldOptions(context.frames, filter)];
  const isMissing = value !== '' && !options.some((option) => option.value === value);
  return (
    <Combobox
      id={id}
      label={label}
      placeholder={placeholder}
      options={
        isMissing ? [...options, { value, label: value, description: 'not in the data' }] : options
      }
      value={value === '' ? [] : [value]}
      onChange={([name]) => {
        onChange(name ?? '');
        onDone?.();
      }}
    />
  );
}
