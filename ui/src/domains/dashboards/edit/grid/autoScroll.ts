/** Scrolls the page while the pointer is near its upper or lower end. */
const ZONE_PX = 48;
/** The bars of the editor, which cover the upper end. */
const BARS_PX = 98;
const MOST_PX = 16;

export function autoScroll(pointerY: () => number, onScroll: () => void) {
  let frame = 0;
  const step = () => {
    const y = pointerY();
    const over =
      y < BARS_PX + ZONE_PX ? y - BARS_PX - ZONE_PX : Math.max(0, y - (innerHeight - ZONE_PX));
    if (over !== 0) {
      const before = scrollY;
      scrollBy(0, Math.max(-MOST_PX, Math.min(MOST_PX, over / 3)));
      if (scrollY !== before) onScroll();
    }
    frame = requestAnimationFrame(step);
  };
  return {
    start: () => {
      frame = requestAnimationFrame(step);
    },
    stop: () => cancelAnimationFrame(frame),
  };
}
