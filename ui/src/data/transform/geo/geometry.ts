/** GeoJSON geometries (RFC 7946) and measures on a sphere. */

/** Longitude and latitude in degrees. */
export type Position = readonly [longitude: number, latitude: number];

export type Geometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: readonly Position[] }
  | { type: 'Polygon'; coordinates: readonly (readonly Position[])[] };

/** Mean radius of the earth in meters. */
const RADIUS = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A place to reckon with: the first position of a geometry. */
export function anchor(geometry: Geometry): Position | undefined {
  if (geometry.type === 'Point') return geometry.coordinates;
  if (geometry.type === 'LineString') return geometry.coordinates[0];
  return geometry.coordinates[0]?.[0];
}

/** Degrees clockwise from north, 0 to 360, along the shortest way. */
export function bearing([fromLng, fromLat]: Position, [toLng, toLat]: Position): number {
  const a = radians(fromLat);
  const b = radians(toLat);
  const turn = radians(toLng - fromLng);
  const y = Math.sin(turn) * Math.cos(b);
  const x = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn);
  return ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
}

/** Meters along the great circle. */
export function distance([fromLng, fromLat]: Position, [toLng, toLat]: Position): number {
  const lat = Math.sin(radians(toLat - fromLat) / 2);
  const lng = Math.sin(radians(toLng - fromLng) / 2);
  const h = lat * lat + Math.cos(radians(fromLat)) * Math.cos(radians(toLat)) * lng * lng;
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Meters along a line or around a polygon; a point has no length. */
export function lengthOf(geometry: Geometry): number {
  if (geometry.type === 'Point') return 0;
  const lines = geometry.type === 'Polygon' ? geometry.coordinates : [geometry.coordinates];
  let sum = 0;
  for (const line of lines)
    line.forEach((position, index) => {
      const next = line[index + 1];
      if (next) sum += distance(position, next);
    });
  return sum;
}

/** Square meters inside a polygon, without its holes; 0 for points and lines. */
export function areaOf(geometry: Geometry): number {
  if (geometry.type !== 'Polygon') return 0;
  const [outer = [], ...holes] = geometry.coordinates.map((ring) => Math.abs(ringArea(ring)));
  return Number(outer) - holes.reduce((sum, hole) => sum + hole, 0);
}

function ringArea(ring: readonly Position[]): number {
  let sum = 0;
  ring.forEach(([lng, lat], index) => {
    const [nextLng, nextLat] = ring[(index + 1) % ring.length] ?? [lng, lat];
    sum += radians(nextLng - lng) * (2 + Math.sin(radians(lat)) + Math.sin(radians(nextLat)));
  });
  return (sum * RADIUS * RADIUS) / 2;
}

const GEOHASH = '0123456789bcdefghjkmnpqrstuvwxyz';

/** The middle of the cell that a geohash stands for; undefined for other texts. */
export function fromGeohash(text: unknown): Position | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  let [west, east, south, north] = [-180, 180, -90, 90];
  let isLongitude = true;
  for (const letter of text.toLowerCase()) {
    const value = GEOHASH.indexOf(letter);
    if (value < 0) return undefined;
    for (let mask = 16; mask > 0; mask >>= 1) {
      const isUpper = (value & mask) !== 0;
      const middle = isLongitude ? (west + east) / 2 : (south + north) / 2;
      if (isLongitude) [west, east] = isUpper ? [middle, east] : [west, middle];
      else [south, north] = isUpper ? [middle, north] : [south, middle];
      isLongitude = !isLongitude;
    }
  }
  return [(west + east) / 2, (south + north) / 2];
}
