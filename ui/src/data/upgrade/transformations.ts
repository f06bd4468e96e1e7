/** Transformations whose options or order changed. */
import { isObject, objectOf, objectsOf, take, type JsonObject } from './json';

export function upgradeTransformations(panel: JsonObject): void {
  const list = panel['transformations'];
  if (!Array.isArray(list)) return;
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
