/** The keyboard on a plot: arrows move along the time and between series, Enter pins the cursor. */
import type uPlot from 'uplot';
import type { PlotCursor } from './plotCursor';
import type { PlotAccess } from './plotTypes';

/**
 * Handles key presses on `element`; `live` is read by screen readers.
 */
export function plotKeyboard(
  element: HTMLElement,
  live: HTMLElement,
  { plot, setup }: PlotAccess,
  cursor: PlotCursor,
): (event: KeyboardEvent) => void {
  const moveBy = (drawn: uPlot, steps: number) => {
    const times = drawn.data[0];
    const { from, to } = setup().range;
    const edge = drawn.valToIdx(steps > 0 ? from : to);
    const index = Math.min(
      times.length - 1,
      Math.max(0, (drawn.cursor.idx ?? edge - Math.sign(steps)) + steps),
    );
    const time = times[index];
    if (time === undefined) return;
    const focused = cursor.focused();
    drawn.setCursor({ left: drawn.valToPos(time, 'x'), top: focusTop(drawn, index, focused) });
    live.textContent = setup().describe?.(index, focused) ?? '';
  };

  const focusNext = (drawn: uPlot, direction: number) => {
    const shown = drawn.series.map((series, i) => (i > 0 && series.show ? i : 0)).filter(Boolean);
    if (shown.length === 0) return;
    const focused = cursor.focused();
    const at = focused === null ? (direction > 0 ? -1 : 0) : shown.indexOf(focused);
    const next = shown[(at + direction + shown.length) % shown.length] as number;
    drawn.setSeries(next, { focus: true });
    if (drawn.cursor.idx != null)
      live.textContent = setup().describe?.(drawn.cursor.idx, next) ?? '';
  };

  return (event) => {
    const drawn = plot();
    if (event.target !== element || !drawn || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const step = event.shiftKey ? 10 : 1;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => moveBy(drawn, -step),
      ArrowRight: () => moveBy(drawn, step),
      ArrowUp: () => focusNext(drawn, -1),
      ArrowDown: () => focusNext(drawn, 1),
      Enter: cursor.pin,
      Escape: cursor.clear,
    };
    const action = actions[event.key];
    if (!action || (event.key === 'Escape' && drawn.cursor.idx == null)) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
}

/** Height of the focused series at a position, so that the keyboard keeps its series focused. */
function focusTop(plot: uPlot, index: number, focused: number | null): number {
  const value = focused === null ? null : plot.data[focused]?.[index];
  const scale = focused === null ? undefined : plot.series[focused]?.scale;
  return value == null || !scale ? -10 : plot.valToPos(value, scale);
}
