import type { DisplayValue, Theme } from '@vedette/sdk';
import type { Column } from '../columns';

/** What every kind of cell is drawn with. */
export interface CellProps {
  column: Column;
  row: number;
  value: unknown;
  display: DisplayValue;
  width: number;
  height: number;
  theme: Theme;
}
