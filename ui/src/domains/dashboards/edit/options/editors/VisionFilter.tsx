import type { CSSProperties, ReactNode } from 'react';
import { VISIONS, type Vision } from './colorVision';

/** The style of an element that is to look as with the deficiency; next to it stands the filter. */
export const visionStyle = (vision: Vision | undefined): CSSProperties | undefined =>
  vision && { filter: `url(#vision-${vision})` };

export function VisionFilter({ vision }: { vision: Vision | undefined }): ReactNode {
  if (!vision) return null;
  const values = VISIONS[vision].map((row) => `${row.join(' ')} 0 0`).join(' ');
  return (
    <svg width="0" height="0" aria-hidden style={{ position: 'absolute' }}>
      <filter id={`vision-${vision}`} colorInterpolationFilters="linearRGB">
        <feColorMatrix type="matrix" values={`${values} 0 0 0 1 0`} />
      </filter>
    </svg>
  );
}
