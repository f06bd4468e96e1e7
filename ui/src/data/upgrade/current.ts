/**
 * Whether a model already has the current form in all its parts, decided without the code that
 * upgrades.
 *
 * It only ever errs on one side: a model called current is one that the upgrade would hand back as
 * it is.
 */
import type { DashboardModel } from '../dashboard';
import { isObject, objectOf, objectsOf, textOf, type JsonObject } from './json';

export const CURRENT_SCHEMA = 39;

const OLD_KEYS = ['rows', 'services', 'nav', 'pulldowns', 'sharedCrosshair'];

/** Types with a successor, and those whose old settings stood on the panel itself. */
const OLD_TYPES =
  /^(graph|graphite|singlestat|grafana-singlestat-panel|table-old|table2|grafana-piechart-panel|heatmap-new|text2)$/;

/** Lists whose settings stood on the panel itself, where it has no options. */
const OLD_LISTS = /^(dashlist|alertlist)$/;

/** Keys of old panels, and pieces of options that have another form today. */
const OLD_PARTS = new RegExp(
  [
    '"(datasource)":"',
    '"(fieldOptions|tooltipOptions|refIdToStat|minSpan|styles|content|cards|dataFormat|tsBuckets|highlightCards|hideVariable|hideLabel|allFormat|multiFormat)":',
    '"(yBucketBound|hideZeroBuckets|reverseYBuckets|[xy]Bucket(Size|Number)|heatmap|buckets|tooltipDecimals)":',
    '"displayMode":"(hidden|auto|color|gradient-gauge|lcd-gauge|json-view|image|sparkline)',
    '"id":"(title|custom.displayMode|seriesToColumns)"',
    '"thresholds":\\[',
    // Value mappings stored their kinds as numbers.
    '"type":\\d',
  ].join('|'),
);

export function isCurrent(model: unknown): model is DashboardModel {
  if (!isObject(model)) return false;
  const panels = objectsOf(model['panels']).flatMap((panel) => [
    panel,
    ...objectsOf(panel['panels']),
  ]);
  return (
    isCurrentFrame(model) &&
    objectsOf(objectOf(model['templating'])['list']).every(isCurrentVariable) &&
    new Set(panels.map((panel) => panel['id'])).size === panels.length &&
    panels.every(isCurrentPanel)
  );
}

function isCurrentFrame(model: JsonObject): boolean {
  const { time } = model;
  return (
    Number(model['schemaVersion']) >= CURRENT_SCHEMA &&
    typeof model['schemaVersion'] === 'number' &&
    typeof model['title'] === 'string' &&
    Array.isArray(model['tags']) &&
    ['links', 'panels'].every((key) => isListOfObjects(model[key])) &&
    ['templating', 'annotations'].every((key) => isListOfObjects(objectOf(model[key])['list'])) &&
    !OLD_KEYS.some((key) => key in model) &&
    isObject(model['timepicker']) &&
    isObject(time) &&
    typeof time['from'] === 'string' &&
    typeof time['to'] === 'string' &&
    model['refresh'] !== false &&
    model['refresh'] !== null &&
    !OLD_PARTS.test(JSON.stringify([model['annotations'], model['templating']]))
  );
}

const isListOfObjects = (list: unknown) => Array.isArray(list) && list.every(isObject);

function isCurrentVariable(variable: JsonObject): boolean {
  const { current, multi } = variable;
  const value = objectOf(current)['value'];
  return (
    textOf(variable['name']) !== undefined &&
    typeof variable['type'] === 'string' &&
    variable['type'] !== '' &&
    typeof variable['refresh'] !== 'boolean' &&
    typeof current !== 'string' &&
    !('tags' in objectOf(current)) &&
    (typeof multi !== 'boolean' ||
      value === undefined ||
      value === null ||
      Array.isArray(value) === multi)
  );
}

function isCurrentPanel(panel: JsonObject): boolean {
  const { targets, fieldConfig } = panel;
  return (
    typeof panel['id'] === 'number' &&
    isObject(panel['gridPos']) &&
    !OLD_TYPES.test(String(panel['type'])) &&
    (isObject(panel['options']) || !OLD_LISTS.test(String(panel['type']))) &&
    !('mode' in panel) &&
    (targets === undefined || (Array.isArray(targets) && objectsOf(targets).every(isNamed))) &&
    (fieldConfig === undefined || isCurrentConfig(fieldConfig)) &&
    !OLD_PARTS.test(
      JSON.stringify({ ...panel, options: withoutContent(panel['options']), panels: [] }),
    )
  );
}

const isNamed = ({ refId }: JsonObject) => typeof refId === 'string' && refId !== '';

/** Text that people wrote is `content` too, in its right place. */
function withoutContent(options: unknown): unknown {
  return isObject(options) ? { ...options, content: undefined } : options;
}

function isCurrentConfig(config: unknown): boolean {
  const { defaults, overrides } = objectOf(config);
  if (!isObject(defaults) || !Array.isArray(overrides)) return false;
  return !('title' in defaults) && !('displayMode' in objectOf(defaults['custom']));
}
