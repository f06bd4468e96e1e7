/** What the transformations are called. */

const NAMES: Readonly<Record<string, string>> = {
  calculateField: 'Add field from calculation',
  concatenate: 'Concatenate fields',
  configFromData: 'Config from query results',
  convertFieldType: 'Convert field type',
  extractFields: 'Extract fields',
  fieldLookup: 'Lookup fields from resource',
  filterByRefId: 'Filter data by query',
  filterByValue: 'Filter data by values',
  filterFieldsByName: 'Filter fields by name',
  formatString: 'Format string',
  formatTime: 'Format time',
  groupBy: 'Group by',
  groupToNestedTable: 'Group to nested tables',
  groupingToMatrix: 'Grouping to matrix',
  heatmap: 'Create heatmap',
  histogram: 'Histogram',
  joinByField: 'Join by field',
  joinByLabels: 'Join by labels',
  labelsToFields: 'Labels to fields',
  limit: 'Limit',
  merge: 'Merge series/tables',
  organize: 'Organize fields by name',
  partitionByValues: 'Partition by values',
  prepareTimeSeries: 'Prepare time series',
  reduce: 'Reduce',
  regression: 'Regression analysis',
  renameByRegex: 'Rename fields by regex',
  rowsToFields: 'Rows to fields',
  seriesToRows: 'Series to rows',
  smoothing: 'Smoothing',
  sortBy: 'Sort by',
  spatial: 'Spatial operations',
  timeSeriesTable: 'Time series to table',
  transpose: 'Transpose',
};

/** Ids that older dashboards hold for the same transformation. */
const ALIASES: Readonly<Record<string, string>> = { seriesToColumns: 'joinByField' };

export const currentId = (id: string): string =>
  Object.hasOwn(ALIASES, id) ? (ALIASES[id] ?? id) : id;

/** An unknown id is its own name. */
export function transformName(id: string): string {
  const current = currentId(id);
  return Object.hasOwn(NAMES, current) ? (NAMES[current] ?? id) : id;
}
