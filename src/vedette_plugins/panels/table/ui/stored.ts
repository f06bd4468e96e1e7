/** Options of several keys, as stored. */
export interface SortBy {
  displayName: string;
  desc?: boolean;
}

/** The type of a cell beside the settings of that type. */
export type CellStored = Record<string, unknown> & { type?: string };
