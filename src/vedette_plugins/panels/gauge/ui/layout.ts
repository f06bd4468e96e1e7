/** Where the arc, the value and the name of one gauge go. */
import { fitArc } from '@vedette/sdk';

/** Degrees from the first to the last point of the arc, open at the bottom. */
export const SWEEP = 250;
const START = -SWEEP / 2;
const MARKER_GAP = 3;
/** How far the ends of the arc lie below the centre, in radii. */
const BELOW = -Math.cos(((SWEEP / 2) * Math.PI) / 180);

export interface GaugeLayoutInput {
  width: number;
  height: number;
  showsName: boolean;
  showsMarkers: boolean;
  showsLabels: boolean;
  titleSize: number | null;
}

export interface GaugeLayout {
  /** The value stands beside the arc: the tile is too flat to hold it inside. */
  beside: boolean;
  /** Size of the square or box that the arc is drawn in. */
  arcWidth: number;
  arcHeight: number;
  cx: number;
  cy: number;
  /** Middle of the value's stroke. */
  radius: number;
  stroke: number;
  markerRadius: number;
  markerStroke: number;
  labelRadius: number;
  nameSize: number;
  /** Room for the value. */
  valueWidth: number;
  valueHeight: number;
}

export function gaugeLayout(input: GaugeLayoutInput): GaugeLayout {
  const { width, height, showsName, showsMarkers, showsLabels } = input;
  const beside = height < 96 && width > height * 1.9;
  const nameSize =
    input.titleSize ?? Math.min(14, Math.max(11, Math.round(Math.min(width, height) * 0.075)));
  const nameHeight = showsName && !beside ? nameSize * 1.5 : 0;
  const roomHeight = Math.max(10, height - nameHeight);
  const arcWidth = beside ? Math.min(roomHeight * 1.1, width * 0.45) : width;
  const labelRoom = showsLabels && !beside ? 15 : 0;
  const pad = 3 + labelRoom;
  const fitted = fitArc(
    Math.max(1, arcWidth - 2 * pad - labelRoom),
    Math.max(1, roomHeight - 2 * pad),
    SWEEP,
  );
  const outer = Math.min(fitted.radius, 160);
  // No higher than the arc itself, so that the name stands right below it.
  const arcHeight = Math.min(roomHeight, Math.ceil(outer * (1 + BELOW) + 2 * pad));
  const markerStroke = showsMarkers ? Math.max(2, outer * 0.035) : 0;
  const stroke = Math.max(4, outer * 0.15);
  const radius = Math.max(1, outer - (showsMarkers ? markerStroke + MARKER_GAP : 0) - stroke / 2);
  const inner = radius - stroke / 2;
  return {
    beside,
    arcWidth,
    arcHeight,
    cx: arcWidth / 2,
    cy: arcCentre(arcHeight, outer),
    radius,
    stroke,
    markerRadius: outer - markerStroke / 2,
    markerStroke,
    labelRadius: outer + 7,
    nameSize,
    valueWidth: beside ? width - arcWidth - 12 : inner * 1.48,
    valueHeight: beside ? height * 0.5 : inner * 0.72,
  };
}

function arcCentre(height: number, outer: number): number {
  return (height - outer * (1 + BELOW)) / 2 + outer;
}

export function angleOf(share: number): number {
  return START + share * SWEEP;
}

/**
 * The middle line of an arc between two shares whose round ends stay inside: the tips, not the
 * centres of the ends, stand at the shares.
 */
export function roundedSpan(
  from: number,
  to: number,
  { radius, stroke }: GaugeLayout,
): { start: number; end: number } {
  const cap = ((stroke / 2 / radius) * 180) / Math.PI;
  const [low, high] = [angleOf(Math.min(from, to)), angleOf(Math.max(from, to))];
  if (high - low <= 2 * cap) {
    const middle = Math.min(angleOf(1) - cap, Math.max(angleOf(0) + cap, (low + high) / 2));
    return { start: middle - 0.01, end: middle + 0.01 };
  }
  return { start: low + cap, end: high - cap };
}
