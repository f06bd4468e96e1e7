/** Calculations over a moving window of rows. */
import type { Frame } from '../frame';
import { reduceField } from '../reduce';
import { findField, numberOption, textOption, type Options } from './context';

/**
 * `windowSize` is a share of the rows or their number; `trailing` looks back, `centered` both ways.
 */
export function windowed(
  frame: Frame,
  frames: Frame[],
  options: Options,
): { name: string; values: unknown[] }[] {
  const name = textOption(options['field']);
  const calc = textOption(options['reducer'], 'mean');
  const field = name
    ? findField(frame, frames, name)
    : frame.fields.find((one) => one.type === 'number');
  if (!field) return [];
  const size = numberOption(options['windowSize']) ?? 0.1;
  const rows = Math.max(
    1,
    Math.ceil(options['windowSizeMode'] === 'fixed' ? size : frame.length * size),
  );
  const centered = options['windowAlignment'] === 'centered';
  const before = centered ? Math.floor(rows / 2) : rows - 1;
  const after = centered ? Math.ceil(rows / 2) - 1 : 0;
  const values = field.values.map((_value, row) => {
    return (
      reduceField(
        { type: 'number', values: field.values.slice(Math.max(0, row - before), row + after + 1) },
        calc,
      ) ?? 0
    );
  });
  return [
    { name: `${centered ? 'centered' : 'trailing'} moving ${calc}(${name || field.name})`, values },
  ];
}
