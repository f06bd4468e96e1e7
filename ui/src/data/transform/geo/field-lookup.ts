/** Columns about the places that a column names by code or name. */
import { findField, makeField, textOption, type Transform } from '../context';
import { gazetteer, type Place } from './gazetteer';

/** Columns `ID`, `Name`, `Lng` and `Lat` after the field; cells of unknown places are empty. */
export const fieldLookup: Transform = (frames, options) => {
  const wanted = textOption(options['lookupField']);
  const find = gazetteer(textOption(options['gazetteer']));
  return frames.map((frame) => {
    const field = wanted ? findField(frame, frames, wanted) : undefined;
    if (!field) return frame;
    const places = field.values.map(find);
    const column = <T>(of: (place: Place) => T): (T | null)[] =>
      places.map((place) => (place ? of(place) : null));
    const added = [
      makeField(
        'ID',
        'string',
        column(({ id }) => id),
      ),
      makeField(
        'Name',
        'string',
        column(({ name }) => name),
      ),
      makeField(
        'Lng',
        'number',
        column(({ longitude }) => longitude),
      ),
      makeField(
        'Lat',
        'number',
        column(({ latitude }) => latitude),
      ),
    ];
    const fields = frame.fields.flatMap((each) => (each === field ? [each, ...added] : [each]));
    return { ...frame, fields };
  });
};
