/** What the parts of the data source form share. */
import type { Draft } from '../draft';

export interface PartProps {
  draft: Draft;
  /** Changes fields of the source itself. */
  change: (patch: Partial<Draft['source']>) => void;
  /** Changes keys of `jsonData`; `undefined` removes one. */
  changeJson: (patch: Record<string, unknown>) => void;
  changeSecret: (key: string, value: string | undefined) => void;
}

/** A stored setting as the text of an input. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
