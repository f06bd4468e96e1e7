import type { VariableValues } from '../../../../querying/fill';
import type { LayoutItem } from '../../model/layout';
import type { PanelResult } from '../../session/results';
import type { PanelQuery } from '../../session/usePanelQuery';

/** The panel under inspection, as its tabs need it. */
export interface InspectSubject {
  item: LayoutItem;
  title: string;
  values: VariableValues;
  result: PanelResult;
  origin: PanelQuery['origin'];
}
