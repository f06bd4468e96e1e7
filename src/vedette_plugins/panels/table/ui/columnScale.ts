/** What all gauges of a column share, so that their bars can be compared. */
import { dataBounds, textWidth, type Bounds, type Field } from '@vedette/sdk';
import { cellText } from './rows';

export interface ColumnScale {
  range: Bounds;
  /** Width of the widest value in pixels. */
  valueWidth: number;
}

const FONT = 12;
const SAMPLES = 200;
const scales = new WeakMap<Field, ColumnScale>();

export function columnScale(field: Field): ColumnScale {
  let scale = scales.get(field);
  if (!scale) {
    const { length } = field.values;
    let em = 0;
    for (let row = 0; row < length; row += Math.max(1, Math.floor(length / SAMPLES))) {
      em = Math.max(em, textWidth(cellText(field, row), 500));
    }
    scale = {
      range: dataBounds([{ fields: [field], length }]),
      valueWidth: Math.min(120, Math.ceil(em * FONT) + 4),
    };
    scales.set(field, scale);
  }
  return scale;
}
