import { arcLine, type Band } from '@vedette/sdk';
import { angleOf, type GaugeLayout } from './layout';

/** Half of the gap between two bands, in degrees. */
const HALF_GAP = 0.8;

/** The thresholds as a thin ring around the arc. */
export function Markers({ bands, layout }: { bands: Band[]; layout: GaugeLayout }) {
  const { cx, cy, markerRadius, markerStroke } = layout;
  return (
    <g fill="none" strokeWidth={markerStroke}>
      {bands.map(({ start, end, color }) => (
        <path
          key={start}
          d={arcLine(cx, cy, markerRadius, {
            start: angleOf(start) + (start > 0 ? HALF_GAP : 0),
            end: angleOf(end) - (end < 1 ? HALF_GAP : 0),
          })}
          stroke={color}
        />
      ))}
    </g>
  );
}
