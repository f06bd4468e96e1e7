/** Where the rows of a frame are, by the stored options of a location. */
import type { Field, Frame } from '../../frame';
import { findField, optionsOf, textOption, type Options } from '../context';
import { gazetteer } from './gazetteer';
import { fromGeohash, type Geometry, type Position } from './geometry';

/** A geometry for each row, null where a row has none; undefined if the frame has no location. */
export function locationsOf(
  frame: Frame,
  frames: readonly Frame[],
  stored: unknown,
): (Geometry | null)[] | undefined {
  const options = optionsOf(stored);
  const named = (key: string): Field | undefined => {
    const name = textOption(options[key]);
    return name ? findField(frame, frames, name) : undefined;
  };
  switch (textOption(options['mode'], 'auto')) {
    case 'coords':
      return fromCoordinates(named('latitude'), named('longitude'));
    case 'geohash':
      return fromTexts(named('geohash'), fromGeohash);
    case 'lookup':
      return looked(
        options['lookup'] ? named('lookup') : frame.fields.find(({ type }) => type === 'string'),
        options,
      );
    default:
      return automatic(frame, options);
  }
}

function automatic(frame: Frame, options: Options): (Geometry | null)[] | undefined {
  const called = (...names: string[]): Field | undefined =>
    frame.fields.find(({ name }) => names.includes(name.toLowerCase()));
  const geo = frame.fields.find(({ type }) => type === 'geo');
  if (geo) return geo.values.map((value) => (value as Geometry | null) ?? null);
  return (
    fromCoordinates(called('latitude', 'lat'), called('longitude', 'lon', 'lng')) ??
    fromTexts(called('geohash'), fromGeohash) ??
    looked(called('lookup'), options)
  );
}

function looked(field: Field | undefined, options: Options): (Geometry | null)[] | undefined {
  const find = gazetteer(textOption(options['gazetteer']));
  return fromTexts(field, (text) => {
    const place = find(text);
    return place && [place.longitude, place.latitude];
  });
}

function fromTexts(
  field: Field | undefined,
  positionOf: (text: unknown) => Position | undefined,
): (Geometry | null)[] | undefined {
  return field?.values.map((value) => point(positionOf(value)));
}

function fromCoordinates(
  latitude: Field | undefined,
  longitude: Field | undefined,
): (Geometry | null)[] | undefined {
  if (!latitude || !longitude) return undefined;
  return latitude.values.map((lat, row) => {
    const lng = longitude.values[row];
    const isPlace = Number.isFinite(lat) && Number.isFinite(lng);
    return point(isPlace ? [lng as number, lat as number] : undefined);
  });
}

function point(position: Position | undefined): Geometry | null {
  return position ? { type: 'Point', coordinates: position } : null;
}
