/** Order, names and presence of columns. */
import { fieldDisplayName } from '../field/names';
import { usablePattern } from '../field/pattern';
import type { Field, Frame } from '../frame';
import { copyField, numberOption, optionsOf, textOption, type Options, type Transform } from './context';

/** `order`, then what is excluded and included, then `rename`; names are those shown before. */
export const organize: Transform = (frames, options) => {
  const excluded = optionsOf(options['excludeByName']);
  const included = optionsOf(options['includeByName']);
  const onlyIncluded = Object.values(included).some(Boolean);
  const keeps = (name: string): boolean => !excluded[name] && (!onlyIncluded || Boolean(included[name]));
  return frames.map((frame) => {
    const named = frame.fields.map((field) => ({ field, name: fieldDisplayName(field, frame, frames) }));
    const kept = inOrder(named, optionsOf(options['indexByName'])).filter(({ name }) => keeps(name));
    return {
      ...frame,
      fields: kept.map(({ field, name }) => renamed(field, name, optionsOf(options['renameByName']))),
    };
  });
};

export const order: Transform = (frames, options) =>
  organize(frames, { indexByName: options['indexByName'] }, NO_CONTEXT);

export const rename: Transform = (frames, options) =>
  organize(frames, { renameByName: options['renameByName'] }, NO_CONTEXT);

const NO_CONTEXT = { timeZone: 'UTC', interpolate: (text: string): string => text };

interface Named {
  field: Field;
  name: string;
}

/** Columns without a place come last, in the order they had. */
function inOrder(fields: Named[], places: Options): Named[] {
  if (Object.keys(places).length === 0) return fields;
  const placeOf = ({ name }: Named): number => numberOption(places[name]) ?? Infinity;
  return fields.toSorted((a, b) => {
    const left = placeOf(a);
    const right = placeOf(b);
    return left === right ? 0 : left - right;
  });
}

function renamed(field: Field, name: string, names: Options): Field {
  const wanted = textOption(names[name]);
  return wanted ? withDisplayName(field, wanted) : field;
}

function withDisplayName(field: Field, displayName: string): Field {
  return copyField(field, { config: { ...field.config, displayName } });
}

export const renameByRegex: Transform = (frames, options) => {
  const expression = textOption(options['regex']);
  if (!expression) return frames;
  const replacement = typeof options['renamePattern'] === 'string' ? options['renamePattern'] : '';
  const all = /\/[a-z]*g[a-z]*$/.test(expression);
  const regex = usablePattern(expression.startsWith('/') ? expression : `/${expression}/`, { all });
  return frames.map((frame): Frame => ({
    ...frame,
    fields: frame.fields.map((field) => {
      const name = fieldDisplayName(field, frame, frames);
      const changed = name.replace(regex, replacement);
      return changed === name ? field : withDisplayName(field, changed);
    }),
  }));
};
