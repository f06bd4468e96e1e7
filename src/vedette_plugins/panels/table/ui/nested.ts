/** Rows of a grouped table that hold the rows they stand for as frames. */
import type { Frame } from '@vedette/sdk';

/** The frames inside each row, or undefined where rows hold none. */
export function nestedFrames(frame: Frame): readonly (readonly Frame[])[] | undefined {
  return frame.fields.find(({ type }) => type === 'nestedFrames')?.values as Frame[][] | undefined;
}

/** What identifies an expanded row when the data is refreshed and rows move. */
export function rowKey(nested: readonly Frame[] | undefined, row: number): string {
  return String(nested?.[0]?.meta?.custom?.rowKey ?? row);
}

export function hidesHeader(frame: Frame): boolean {
  return frame.meta?.custom?.noHeader === true;
}
