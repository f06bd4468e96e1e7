/** What a plot over time is made from, and what it reports. */
import type uPlot from 'uplot';
import type { ChartTheme } from './theme';

export interface ChartCrosshair {
  publish(time: number | null, source: string): void;
  subscribe(listener: (time: number | null, source: string) => void): () => void;
  mode: 0 | 1 | 2;
}

/** What every chart gets from the page. */
export interface PlotContext {
  id: string;
  range: { from: number; to: number };
  timeZone: string;
  theme: ChartTheme;
  /** Read by screen readers in place of the picture. */
  summary: string;
  crosshair?: ChartCrosshair;
  onZoom?: (range: { from: number; to: number }) => void;
}

export interface CursorState {
  /** Position in the data, null when the pointer left. */
  index: number | null;
  /** The series the pointer is closest to, as uPlot counts them (1 is the first). */
  focused: number | null;
  /** In pixels of the viewport. */
  x: number;
  y: number;
  pinned: boolean;
  /** The crosshair of another panel moved this one. */
  foreign: boolean;
}

export interface PlotSetup extends PlotContext {
  /** Two setups with the same key differ in their data only. */
  key: string;
  data: uPlot.AlignedData;
  options: () => Pick<uPlot.Options, 'series' | 'hooks'> & Partial<uPlot.Options>;
  onCursor?: (state: CursorState) => void;
  /** Text for screen readers when the keyboard moved the crosshair. */
  describe?: (index: number, focused: number | null) => string;
}

export interface Plot {
  update(setup: PlotSetup): void;
  destroy(): void;
  /** The drawn chart; undefined while the element has no size. */
  current(): uPlot | undefined;
  /** Ends the pinned state of the cursor. */
  unpin(): void;
}

/** How the parts of one plot reach what is drawn at the moment, and from what. */
export interface PlotAccess {
  plot: () => uPlot | undefined;
  setup: () => PlotSetup;
}
