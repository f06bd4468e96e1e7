/**
 * How colours look with a colour vision deficiency, and whether they can be distinguished: the matrices
 * of Machado, Oliveira and Fernandes (2009) at full severity, distances in OKLab.
 */
import { parseColor } from '../../../../../sdk/parts/contrast';

export type Vision = 'protanopia' | 'deuteranopia' | 'tritanopia';
type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** On linear RGB. */
export const VISIONS: Record<Vision, Matrix> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const LMS: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const LAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

/** Colours at least this far apart in OKLab can be distinguished at the size of a line. */
const DISTINCT = 0.08;

const times = (matrix: Matrix, [a, b, c]: Triple): Triple =>
  matrix.map((row) => row[0] * a + row[1] * b + row[2] * c) as unknown as Triple;

const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const encoded = (share: number): number => {
  const inside = Math.min(1, Math.max(0, share));
  return Math.round(
    255 * (inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055),
  );
};

function linearOf(color: string): Triple | undefined {
  return parseColor(color)?.map(linear) as Triple | undefined;
}

const seenLinear = (color: Triple, vision: Vision | undefined): Triple =>
  vision
    ? (times(VISIONS[vision], color).map((share) => Math.min(1, Math.max(0, share))) as never)
    : color;

/** The colour as it is seen; unchanged where it cannot be read. */
export function seenAs(color: string, vision: Vision | undefined): string {
  const rgb = linearOf(color);
  return rgb && vision ? `rgb(${seenLinear(rgb, vision).map(encoded).join(', ')})` : color;
}

const lab = (color: Triple): Triple =>
  times(LAB, times(LMS, color).map(Math.cbrt) as unknown as Triple);

/** The distance of two colours in OKLab (0 to 1), as seen. */
export function distance(one: string, other: string, vision?: Vision): number | undefined {
  const [a, b] = [one, other].map((color) => {
    const rgb = linearOf(color);
    return rgb && lab(seenLinear(rgb, vision));
  });
  return a && b && Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The deficiencies with which some of the colours look alike. */
export function confusedBy(colors: readonly string[]): Vision[] {
  const pairs = colors.flatMap((one, index) =>
    colors.slice(index + 1).map((other) => [one, other] as const),
  );
  return (Object.keys(VISIONS) as Vision[]).filter((vision) =>
    pairs.some(([one, other]) => (distance(one, other, vision) ?? Infinity) < DISTINCT),
  );
}
