/** One frame a set of values. */
import type { Frame } from '../frame';
import { copyField, findField, optionsOf, textOption, textsOf, type Transform } from './context';
import { groupRows } from './group-by';

/** The values name the frame, or go into labels where `naming.asLabels` is set. */
export const partitionByValues: Transform = (frames, options) => {
  const names = textsOf(options['fields']);
  if (names.length === 0) return frames;
  const naming = optionsOf(options['naming'] ?? { asLabels: true });
  const [between, apart] = [
    textOption(naming['separator1'], '='),
    textOption(naming['separator2'], ' '),
  ];
  const keepFields = options['keepFields'] === true;
  return frames.flatMap((frame): Frame[] => {
    const keys = names
      .map((name) => findField(frame, frames, name))
      .filter((field) => field !== undefined);
    if (keys.length === 0) return [frame];
    return [...groupRows(frame, keys).values()].map((rows): Frame => {
      const values = keys.map((field) => String(field.values[rows[0] ?? 0] ?? ''));
      const labels = Object.fromEntries(keys.map((field, i) => [field.name, values[i] ?? '']));
      const fields = frame.fields
        .filter((field) => keepFields || !keys.includes(field))
        .map((field) => {
          const copy = copyField(field, { values: rows.map((row) => field.values[row]) });
          if (naming['asLabels'] === true) copy.labels = { ...field.labels, ...labels };
          return copy;
        });
      const part: Frame = { ...frame, fields, length: rows.length };
      if (naming['asLabels'] === true) return part;
      const own =
        naming['withNames'] === true
          ? keys.map((field, i) => `${field.name}${between}${values[i] ?? ''}`)
          : values;
      const before = naming['append'] === true && frame.name ? [frame.name] : [];
      part.name = [...before, ...own].join(apart);
      return part;
    });
  });
};
