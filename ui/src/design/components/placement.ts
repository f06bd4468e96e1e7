export type Placement =
  'bottom-start' | 'bottom-end' | 'top-start' | 'top-end' | 'right-start' | 'right-end';

const GAP = 6;
const MARGIN = 8;

/**
 * Puts a fixed box beside its anchor, on the other side where there is more room, and inside the
 * window.
 */
export function placeBeside(
  box: HTMLElement,
  anchor: HTMLElement,
  placement: Placement,
  matchWidth = false,
): void {
  const target = anchor.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  if (matchWidth) box.style.minWidth = `${target.width}px`;
  box.style.maxHeight = 'none';
  const { width, height } = box.getBoundingClientRect();
  let left: number;
  let top: number;
  let room: number;
  if (placement.startsWith('right')) {
    left =
      target.right + GAP + width > innerWidth - MARGIN
        ? target.left - GAP - width
        : target.right + GAP;
    top = placement === 'right-start' ? target.top : target.bottom - height;
    room = innerHeight - 2 * MARGIN;
  } else {
    const below = innerHeight - target.bottom - GAP - MARGIN;
    const above = target.top - GAP - MARGIN;
    const wantsBelow = placement.startsWith('bottom');
    const goesBelow = wantsBelow
      ? below >= height || below >= above
      : above < height && below > above;
    room = goesBelow ? below : above;
    left = placement.endsWith('start') ? target.left : target.right - width;
    top = goesBelow ? target.bottom + GAP : target.top - GAP - Math.min(height, room);
  }
  box.style.maxHeight = `${Math.max(120, room)}px`;
  box.style.left = `${Math.round(clamp(left, MARGIN, innerWidth - width - MARGIN))}px`;
  box.style.top = `${Math.round(clamp(top, MARGIN, innerHeight - Math.min(height, room) - MARGIN))}px`;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
