/** Geometries made of the locations of rows, and measures of them. */
import type { Frame } from '../../frame';
import {
  makeField,
  makeFrame,
  optionsOf,
  textOption,
  type Options,
  type Transform,
} from '../context';
import { anchor, areaOf, bearing, lengthOf, type Geometry, type Position } from './geometry';
import { locationsOf } from './location';

/** Frames without a location stay as they are. */
export const spatial: Transform = (frames, options) =>
  frames.map((frame) => {
    const locations = locationsOf(frame, frames, options['source']);
    if (!locations) return frame;
    switch (textOption(options['action'], 'prepare')) {
      case 'calculate':
        return calculated(frame, locations, optionsOf(options['calculate']));
      case 'modify':
        return modified(frame, frames, locations, optionsOf(options['modify']));
      default:
        return withFirst(frame, 'Point', locations);
    }
  });

function withFirst(frame: Frame, name: string, geometries: (Geometry | null)[]): Frame {
  return { ...frame, fields: [makeField(name, 'geo', geometries), ...frame.fields] };
}

const UNITS: Readonly<Record<string, string>> = {
  heading: 'degree',
  distance: 'lengthm',
  area: 'areaM2',
};

/** A heading is that to the next row, in the last row that from the row before. */
function calculated(frame: Frame, locations: (Geometry | null)[], options: Options): Frame {
  const calc = textOption(options['calc'], 'heading');
  const unit = UNITS[calc];
  if (!unit) throw new Error(`The calculation "${calc}" is not known.`);
  const measure = calc === 'area' ? areaOf : lengthOf;
  const values =
    calc === 'heading' ? headings(locations) : locations.map((each) => each && measure(each));
  const field = makeField(textOption(options['field'], calc), 'number', values, { unit });
  return { ...frame, fields: [...frame.fields, field] };
}

function headings(locations: (Geometry | null)[]): (number | null)[] {
  const places = locations.map((each) => (each ? anchor(each) : undefined));
  const between = (from: number): number | null => {
    const [a, b] = [places[from], places[from + 1]];
    return a && b ? bearing(a, b) : null;
  };
  return places.map((place, row) =>
    place ? between(row === places.length - 1 ? row - 1 : row) : null,
  );
}

function modified(
  frame: Frame,
  frames: readonly Frame[],
  locations: (Geometry | null)[],
  options: Options,
): Frame {
  const places = locations.map((each) => (each ? anchor(each) : undefined));
  if (textOption(options['op'], 'asLine') === 'asLine')
    return makeFrame([makeField('Line', 'geo', [lineOf(places)])], frame);
  const targets = locationsOf(frame, frames, options['target']);
  if (!targets) throw new Error('Choose where the lines end.');
  const lines = places.map((place, row) => {
    const target = targets[row];
    return target ? lineOf([place, anchor(target)]) : null;
  });
  return withFirst(frame, 'Line', lines);
}

/** Null where less than two places are known. */
function lineOf(places: readonly (Position | undefined)[]): Geometry | null {
  const known = places.filter((place) => place !== undefined);
  return known.length < 2 ? null : { type: 'LineString', coordinates: known };
}
