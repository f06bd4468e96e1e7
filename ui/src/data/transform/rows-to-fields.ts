/** Rows as columns: one row names a field, gives its value and its configuration. */
import { fieldDisplayName } from '../field/names';
import type { Field, FieldConfig, Frame } from '../frame';
import { handlerOf, setByHandler, thresholdsFrom } from './config-keys';
import { listOf, makeField, makeFrame, optionsOf, type Options, type Transform } from './context';

interface Mapped {
  field: Field;
  name: string;
  handler: string;
}

export const rowsToFields: Transform = (frames, options) =>
  frames.map((frame) => turned(frame, frames, listOf(options['mappings']).map(optionsOf)));

function turned(frame: Frame, frames: Frame[], mappings: Options[]): Frame {
  const mapped = frame.fields.map((field): Mapped => {
    const name = fieldDisplayName(field, frame, frames);
    const stored = mappings.find((mapping) => mapping['fieldName'] === name);
    return { field, name, handler: handlerOf(name, stored) };
  });
  const nameField =
    mapped.find(({ handler }) => handler === 'field.name') ??
    mapped.find(({ field, handler }) => field.type === 'string' && handler === '');
  const valueField =
    mapped.find(({ handler }) => handler === 'field.value') ??
    mapped.find(({ field, handler }) => field.type === 'number' && handler === '');
  if (!nameField || !valueField) return frame;
  const fields = Array.from({ length: frame.length }, (_, row) => {
    const config: FieldConfig = {};
    const labels: Record<string, string> = {};
    for (const { field, name, handler } of mapped) {
      if (field === nameField.field || field === valueField.field || handler === '__ignore')
        continue;
      if (handler === 'field.label' || handler === '')
        labels[name] = String(field.values[row] ?? '');
      else if (handler) setByHandler(config, handler, field.values[row]);
    }
    thresholdsFrom(config);
    return makeField(
      String(nameField.field.values[row] ?? ''),
      valueField.field.type,
      [valueField.field.values[row]],
      config,
      labels,
    );
  });
  return makeFrame(fields, frame);
}
