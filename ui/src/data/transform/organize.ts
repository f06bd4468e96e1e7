/** Order, names and presence of columns. */
import { fieldDisplayName } from '../field/names';
import { usablePattern } from '../field/pattern';
import type { Field, Frame } from '../frame';
import {
  copyField,
  numberOption,
  optionsOf,
  textOption,
  type Options,
  type Transform,
} from './context';

/**
 * What is excluded and included, the order, then new names; columns go by the name shown or their
 * own. Emptied frames are left out.
 */
export const organize: Transform = (frames, options) => {
  const excluded = optionsOf(options['excludeByName']);
  const included = optionsOf(options['includeByName']);
  const onlyIncluded = Object.values(included).some(Boolean);
  const keeps = ({ name, field }: Named): boolean =>
    !isOn(excluded, name) &&
    !isOn(excluded, field.name) &&
    (!onlyIncluded || isOn(included, name) || isOn(included, field.name));
  return frames.flatMap((frame): Frame[] => {
    const named = frame.fields.map((field) => ({
      field,
      name: fieldDisplayName(field, frame, frames),
    }));
    const kept = inOrder(named, optionsOf(options['indexByName'])).filter(keeps);
    if (kept.length === 0 && (onlyIncluded || Object.values(excluded).some(Boolean))) return [];
    return [
      {
        ...frame,
        fields: kept.map(({ field, name }) =>
          renamed(field, name, optionsOf(options['renameByName'])),
        ),
      },
    ];
  });
};

const isOn = (names: Options, name: string): boolean =>
  Object.hasOwn(names, name) && Boolean(names[name]);

interface Named {
  field: Field;
  name: string;
}

/** Columns without a place come last, in the order they had. */
function inOrder(fields: Named[], places: Options): Named[] {
  if (Object.keys(places).length === 0) return fields;
  const placeOf = ({ name }: Named): number =>
    numberOption(Object.hasOwn(places, name) ? places[name] : undefined) ?? Infinity;
  return fields.toSorted((a, b) => {
    const left = placeOf(a);
    const right = placeOf(b);
    return left === right ? 0 : left - right;
  });
}

function renamed(field: Field, name: string, names: Options): Field {
  const wanted = textOption(Object.hasOwn(names, name) ? names[name] : undefined);
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
  const regex = usablePattern(expression, { all });
  return frames.map((frame): Frame => ({
    ...frame,
    fields: frame.fields.map((field) => {
      const name = fieldDisplayName(field, frame, frames);
      const changed = name.replace(regex, replacement);
      return changed === name ? field : withDisplayName(field, changed);
    }),
  }));
};
