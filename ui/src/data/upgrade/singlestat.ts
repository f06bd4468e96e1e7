/** The old single value panel becomes a stat, or a gauge where it was drawn as one. */
import { fieldConfigOf, mappingsFrom, reducerFrom, stepsFrom } from './fields';
import { assign, child, drop, numberOf, objectOf, take, textOf, type JsonObject } from './json';

export function fromSinglestat(panel: JsonObject): void {
  const { defaults } = fieldConfigOf(panel);
  const options = child(panel, 'options');
  const gauge = objectOf(take(panel, 'gauge'));
  const sparkline = objectOf(take(panel, 'sparkline'));
  const valueName = textOf(take(panel, 'valueName'));
  const background = take(panel, 'colorBackground') === true;
  const column = textOf(take(panel, 'tableColumn'));

  panel['type'] = gauge['show'] === true ? 'gauge' : 'stat';
  assign(defaults, {
    unit: unitOf(panel),
    decimals: numberOf(take(panel, 'decimals')),
    noValue: textOf(take(panel, 'nullText')),
  });
  const colored = take(panel, 'colorValue') === true || background || gauge['show'] === true;
  const steps = stepsFrom(take(panel, 'thresholds'), take(panel, 'colors'));
  if (steps) defaults['thresholds'] = { mode: 'absolute', steps };
  defaults['color'] ??=
    colored || !sparkline['lineColor']
      ? { mode: 'thresholds' }
      : { mode: 'fixed', fixedColor: sparkline['lineColor'] };
  const mappings = mappingsFrom(panel);
  if (mappings.length > 0) defaults['mappings'] = mappings;
  const fields =
    column && column !== 'Value' ? `/^${column.replace(/[\\^$*+?.()|[\]{}/]/g, '\\$&')}$/` : '';
  options['reduceOptions'] = { values: false, calcs: [reducerFrom(valueName)], fields };
  options['orientation'] ??= panel['type'] === 'gauge' ? 'auto' : 'horizontal';
  if (panel['type'] === 'gauge') asGauge(gauge, defaults, options);
  else asStat({ sparkline, background, colored, valueName }, options);
  drop(
    panel,
    'format',
    'prefix',
    'postfix',
    'valueMaps',
    'rangeMaps',
    'mappingType',
    'mappingTypes',
  );
  drop(
    panel,
    'valueFontSize',
    'prefixFontSize',
    'postfixFontSize',
    'colorPrefix',
    'colorPostfix',
    'nullPointMode',
  );
}

/** Texts around the number were separate; they are a unit where there was no other. */
function unitOf(panel: JsonObject): string | undefined {
  const format = textOf(panel['format']);
  if (format !== undefined && format !== 'none') return format;
  const postfix = textOf(panel['postfix'])?.trim();
  const prefix = textOf(panel['prefix']);
  if (postfix) return `suffix:${postfix}`;
  return prefix ? `prefix:${prefix}` : format;
}

function asGauge(gauge: JsonObject, defaults: JsonObject, options: JsonObject): void {
  defaults['min'] ??= numberOf(gauge['minValue']) ?? 0;
  defaults['max'] ??= numberOf(gauge['maxValue']) ?? 100;
  options['showThresholdLabels'] ??= gauge['thresholdLabels'] === true;
  options['showThresholdMarkers'] ??= gauge['thresholdMarkers'] !== false;
}

interface Look {
  sparkline: JsonObject;
  background: boolean;
  colored: boolean;
  valueName: string | undefined;
}

function asStat({ sparkline, background, colored, valueName }: Look, options: JsonObject): void {
  options['graphMode'] ??= sparkline['show'] === true ? 'area' : 'none';
  options['colorMode'] ??= background ? 'background' : colored ? 'value' : 'none';
  options['justifyMode'] ??= 'auto';
  options['textMode'] ??= valueName === 'name' ? 'name' : 'auto';
}
