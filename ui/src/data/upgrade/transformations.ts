/** Transformations whose options or order changed. */
import { isObject, objectOf, objectsOf, take, type JsonObject } from './json';

/** Until schema 31 labels as columns were merged into one table without saying so. */
const MERGED_BEFORE = 31;

export function upgradeTransformations(panel: JsonObject, version: number): void {
  const list = panel['transformations'];
  if (!Array.isArray(list)) return;
  if (
    version < MERGED_BEFORE &&
    list.some((entry) => isObject(entry) && entry['id'] === 'labelsToFields')
  ) {
    panel['transformations'] = list.flatMap((entry: unknown) =>
      isObject(entry) && entry['id'] === 'labelsToFields'
        ? [entry, { id: 'merge', options: {} }]
        : [entry],
    );
  }
  for (const transformation of objectsOf(list)) {
    if (transformation['id'] === 'seriesToColumns') transformation['id'] = 'joinByField';
    if (transformation['id'] === 'timeSeriesTable') timeSeriesTable(transformation);
  }
}

/** Until schema 39: `refIdToStat: {A: 'mean'}`. */
function timeSeriesTable(transformation: JsonObject): void {
  const options = objectOf(transformation['options']);
  if (!isObject(options['refIdToStat'])) return;
  const stats = objectOf(take(options, 'refIdToStat'));
  for (const [refId, stat] of Object.entries(stats)) options[refId] ??= { stat };
}
