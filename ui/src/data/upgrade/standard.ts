/** Options that several panel types share, in their current form. */
import { fieldConfigOf, upgradeMappings } from './fields';
import { isObject, objectOf, objectsOf, take, textOf, type JsonObject } from './json';

export function upgradeStandard(panel: JsonObject): void {
  fromFieldOptions(panel);
  if (isObject(panel['options'])) upgradeOptions(panel['options']);
  const config = objectOf(panel['fieldConfig']);
  if (isObject(config['defaults'])) upgradeDefaults(config['defaults']);
  for (const override of objectsOf(config['overrides']))
    for (const entry of objectsOf(override['properties'])) upgradeProperty(entry);
  if (isObject(panel['fieldConfig'])) {
    if (!isObject(config['defaults'])) config['defaults'] = {};
    if (!Array.isArray(config['overrides'])) config['overrides'] = [];
  }
}

/** Versions 6.2 to 7.0 kept units, limits and calculations under `options.fieldOptions`. */
function fromFieldOptions(panel: JsonObject): void {
  const options = objectOf(panel['options']);
  const old = options['fieldOptions'];
  if (!isObject(old)) return;
  delete options['fieldOptions'];
  const { defaults } = fieldConfigOf(panel);
  const stored = { ...objectOf(old['defaults']), ...objectOf(old['override']) };
  for (const [key, value] of Object.entries(stored))
    defaults[key === 'title' ? 'displayName' : key] ??= value;
  if (Array.isArray(old['mappings'])) defaults['mappings'] ??= old['mappings'];
  const thresholds = old['thresholds'];
  if (Array.isArray(thresholds)) defaults['thresholds'] ??= { mode: 'absolute', steps: thresholds };
  options['reduceOptions'] ??= {
    values: old['values'] === true,
    calcs: Array.isArray(old['calcs']) ? old['calcs'] : ['lastNotNull'],
    ...(old['limit'] === undefined ? {} : { limit: old['limit'] }),
    fields: '',
  };
}

function upgradeOptions(options: JsonObject): void {
  const tooltip = take(options, 'tooltipOptions');
  if (isObject(tooltip)) options['tooltip'] = { ...tooltip, ...objectOf(options['tooltip']) };
  const legend = options['legend'];
  if (isObject(legend) && legend['displayMode'] === 'hidden') {
    legend['displayMode'] = 'list';
    legend['showLegend'] = false;
  }
}

function upgradeDefaults(defaults: JsonObject): void {
  if ('title' in defaults) defaults['displayName'] ??= take(defaults, 'title');
  upgradeMappings(defaults, 'mappings');
  const { thresholds } = defaults;
  if (Array.isArray(thresholds)) defaults['thresholds'] = { mode: 'absolute', steps: thresholds };
  const { custom } = defaults;
  if (!isObject(custom)) return;
  if ('displayMode' in custom) {
    const cell = cellOptions(take(custom, 'displayMode'));
    if (cell) custom['cellOptions'] ??= cell;
  }
}

function upgradeProperty(entry: JsonObject): void {
  if (entry['id'] === 'title') entry['id'] = 'displayName';
  if (entry['id'] === 'mappings') upgradeMappings(entry, 'value');
  if (entry['id'] === 'custom.displayMode') {
    const cell = cellOptions(entry['value']);
    if (cell) Object.assign(entry, { id: 'custom.cellOptions', value: cell });
  }
}

const CELLS: Record<string, JsonObject> = {
  auto: { type: 'auto' },
  'color-text': { type: 'color-text' },
  'color-background': { type: 'color-background', mode: 'gradient' },
  'color-background-solid': { type: 'color-background', mode: 'basic' },
  basic: { type: 'gauge', mode: 'basic' },
  'gradient-gauge': { type: 'gauge', mode: 'gradient' },
  'lcd-gauge': { type: 'gauge', mode: 'lcd' },
  'json-view': { type: 'json-view' },
  image: { type: 'image' },
  sparkline: { type: 'sparkline' },
};

/** Until schema 38 one word said how a cell is drawn. */
function cellOptions(mode: unknown): JsonObject | undefined {
  const found = CELLS[textOf(mode) ?? ''];
  return found ? { ...found } : undefined;
}
