/** Places, and what is measured between them, against known places and the sphere. */
import { describe, expect, test } from 'vitest';
import type { Field, Frame } from '../../frame';
import { field, frame } from '../../testing/fields';
import { transform } from '..';
import { gazetteer } from './gazetteer';
import { areaOf, bearing, distance, fromGeohash, lengthOf, type Position } from './geometry';
import { COUNTRIES, USA_STATES } from './places';

const run = (frames: Frame[], id: string, options: Record<string, unknown>): Frame[] =>
  transform(frames, [{ id, options }], { timeZone: 'UTC', interpolate: String });
const text = (name: string, values: unknown[]): Field => field(name, values, { type: 'string' });
const columns = ({ fields }: Frame): unknown[] => fields.map(({ name, values }) => [name, values]);

describe('gazetteers', () => {
  test('have a valid position, own codes and own names for each place', () => {
    for (const [list, codes, count] of [
      [COUNTRIES, 2, 249],
      [USA_STATES, 1, 51],
    ] as const) {
      const rows = list
        .trim()
        .split('\n')
        .map((line) => line.split(' '));
      expect(rows).toHaveLength(count);
      for (const column of [...Array.from({ length: codes }).keys()])
        expect(new Set(rows.map((row) => row[column])).size).toBe(count);
      expect(new Set(rows.map((row) => row.slice(codes + 2).join(' '))).size).toBe(count);
      for (const row of rows) {
        expect(Math.abs(Number(row[codes]))).toBeLessThanOrEqual(90);
        expect(Math.abs(Number(row[codes + 1]))).toBeLessThanOrEqual(180);
      }
    }
  });

  test.each(['countries', '', 'public/gazetteer/countries.json'])('%j finds countries', (name) => {
    const find = gazetteer(name);
    expect(find('NO')?.name).toBe('Norway');
    expect(find('nor')).toBe(find('Norway'));
    expect(find('Atlantis')).toBeUndefined();
    expect(find(7)).toBeUndefined();
  });
});

describe('fieldLookup', () => {
  const table = (): Frame[] => [
    frame([text('at', ['AL', 'alaska', 'Nowhere']), field('v', [1, 2, 3])]),
  ];

  test('adds what is known of a place after the column that names it', () => {
    const [result] = run(table(), 'fieldLookup', { lookupField: 'at', gazetteer: 'usa-states' });
    expect(columns(result!)).toEqual([
      ['at', ['AL', 'alaska', 'Nowhere']],
      ['ID', ['AL', 'AK', null]],
      ['Name', ['Alabama', 'Alaska', null]],
      ['Lng', [-86.8, -152, null]],
      ['Lat', [32.8, 64, null]],
      ['v', [1, 2, 3]],
    ]);
  });

  test('names a gazetteer that there is not', () => {
    const [result] = run(table(), 'fieldLookup', { lookupField: 'at', gazetteer: 'moons' });
    expect(result?.fields).toHaveLength(2);
    expect(result?.meta?.notices?.[0]?.text).toContain('no gazetteer "moons"');
  });
});

describe('measures on the sphere', () => {
  const oslo: Position = [10.75, 59.91];
  const lisbon: Position = [-9.14, 38.72];

  test('a degree of the equator is a 360th of it, and distance is symmetric', () => {
    const whole = 2 * Math.PI * 6_371_008.8;
    expect(distance([0, 0], [1, 0]) * 360).toBeCloseTo(whole, 3);
    expect(distance(oslo, lisbon)).toBeCloseTo(distance(lisbon, oslo), 6);
    expect(distance(oslo, lisbon) / 1000).toBeGreaterThan(2700);
    expect(distance(oslo, lisbon) / 1000).toBeLessThan(2800);
  });

  test('bearings are those of the compass', () => {
    expect(bearing([0, 0], [0, 1])).toBeCloseTo(0);
    expect(bearing([0, 0], [1, 0])).toBeCloseTo(90);
    expect(bearing([0, 0], [0, -1])).toBeCloseTo(180);
    expect(bearing([0, 0], [-1, 0])).toBeCloseTo(270);
  });

  test('an eighth of the globe has an eighth of its surface, whichever way it is drawn', () => {
    const ring: Position[] = [
      [0, 0],
      [90, 0],
      [90, 90],
      [0, 90],
      [0, 0],
    ];
    const eighth = (4 * Math.PI * 6_371_008.8 ** 2) / 8;
    for (const coordinates of [[ring], [[...ring].reverse()]])
      expect(areaOf({ type: 'Polygon', coordinates }) / eighth).toBeCloseTo(1, 9);
  });

  test('a line is as long as its parts', () => {
    const line = { type: 'LineString' as const, coordinates: [oslo, lisbon, oslo] };
    expect(lengthOf(line)).toBeCloseTo(2 * distance(oslo, lisbon), 6);
  });

  test('a geohash is read', () => {
    const [lng, lat] = fromGeohash('u4pruydqqvj') ?? [];
    expect(lng).toBeCloseTo(10.40744, 5);
    expect(lat).toBeCloseTo(57.64911, 5);
    expect(fromGeohash('not a hash!')).toBeUndefined();
  });
});

describe('spatial', () => {
  const places = (): Frame[] => [
    frame([
      field('lat', [0, 1, null]),
      field('lng', [0, 0, 5]),
      text('country', ['NO', 'PT', 'x']),
    ]),
  ];
  const point = (lng: number, lat: number): unknown => ({ type: 'Point', coordinates: [lng, lat] });

  test.each([
    [{ mode: 'auto' }, [point(0, 0), point(0, 1), null]],
    [{ mode: 'coords', latitude: 'lng', longitude: 'lat' }, [point(0, 0), point(1, 0), null]],
    [{ mode: 'lookup', lookup: 'country' }, [point(8.5, 60.5), point(-8.2, 39.4), null]],
    [{ mode: 'lookup' }, [point(8.5, 60.5), point(-8.2, 39.4), null]],
  ])('prepares points with %j', (source, points) => {
    const [result] = run(places(), 'spatial', { action: 'prepare', source });
    expect(result?.fields.map(({ name }) => name)).toEqual(['Point', 'lat', 'lng', 'country']);
    expect(result?.fields[0]).toMatchObject({ type: 'geo', values: points });
  });

  test('leaves a table without a location as it is', () => {
    const frames = [frame([field('v', [1])])];
    expect(run(frames, 'spatial', { action: 'prepare' })).toEqual(frames);
    const [result] = run(places(), 'spatial', { source: { mode: 'coords' } });
    expect(result?.fields).toHaveLength(3);
  });

  test.each([
    ['heading', undefined, 'heading', 'degree', [0, null, null]],
    ['heading', 'way', 'way', 'degree', [0, null, null]],
    ['distance', undefined, 'distance', 'lengthm', [0, 0, null]],
    ['area', undefined, 'area', 'areaM2', [0, 0, null]],
  ])('calculates %s as %s', (calc, name, shown, unit, values) => {
    const [result] = run(places(), 'spatial', {
      action: 'calculate',
      calculate: { calc, field: name },
    });
    expect(result?.fields.at(-1)).toMatchObject({ name: shown, values, config: { unit } });
  });

  test('makes one line of all points, or a line in each row', () => {
    const [line] = run(places(), 'spatial', { action: 'modify', modify: { op: 'asLine' } });
    expect(columns(line!)).toEqual([
      [
        'Line',
        [
          {
            type: 'LineString',
            coordinates: [
              [0, 0],
              [0, 1],
            ],
          },
        ],
      ],
    ]);
    const [lines] = run(places(), 'spatial', {
      action: 'modify',
      modify: { op: 'lineBuilder', target: { mode: 'lookup', lookup: 'country' } },
    });
    expect(lines?.fields[0]).toMatchObject({ name: 'Line', type: 'geo' });
    expect(lines?.fields[0]?.values[2]).toBeNull();
    expect(lines?.fields[0]?.values[1]).toEqual({
      type: 'LineString',
      coordinates: [
        [0, 1],
        [-8.2, 39.4],
      ],
    });
    expect(lines?.length).toBe(3);
  });
});
