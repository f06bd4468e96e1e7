import type { LayoutItem } from '../../model/layout';
import type { PanelResult } from '../../session/results';
import type { PanelQuery } from '../../session/usePanelQuery';
import type { PanelScope } from '../../session/usePanelScope';

/** The panel under inspection, as its tabs need it. */
export interface InspectSubject {
  item: LayoutItem;
  title: string;
  currentValues: PanelScope['currentValues'];
  result: PanelResult;
  origin: PanelQuery['origin'];
}
