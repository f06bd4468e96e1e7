/**
 * The old table: its styles become overrides, its kind of transformation becomes transformations.
 */
import {
  fieldConfigOf,
  mappingsFrom,
  matcherFor,
  property,
  reducerFrom,
  stepsFrom,
} from './fields';
import { child, drop, isObject, numberOf, objectsOf, take, textOf, type JsonObject } from './json';

const STYLES_BEFORE = 24;

export function isOldTable(panel: JsonObject, version: number): boolean {
  return (
    Array.isArray(panel['styles']) && (!isObject(panel['fieldConfig']) || version < STYLES_BEFORE)
  );
}

export function fromTableOld(panel: JsonObject): void {
  panel['type'] = 'table';
  const { custom, overrides } = fieldConfigOf(panel);
  const options = child(panel, 'options');
  options['showHeader'] ??= take(panel, 'showHeader') !== false;
  for (const style of objectsOf(take(panel, 'styles'))) {
    const override = fromStyle(style, custom);
    if (override) overrides.push(override);
  }
  transformations(panel);
  if (numberOf(take(panel, 'pageSize')) !== undefined && !isObject(options['footer'])) {
    options['footer'] = { show: false, reducer: ['sum'], fields: '', enablePagination: true };
  }
  drop(panel, 'sort', 'fontSize', 'scroll', 'hideTimeOverrideOld', 'filterNull', 'showHeader');
}

/** The style of all columns sets the defaults; every other one is an override. */
function fromStyle(style: JsonObject, custom: JsonObject): JsonObject | undefined {
  const pattern = textOf(style['pattern']);
  if (pattern === undefined) return undefined;
  const align = textOf(style['align']);
  const properties = [
    ...naming(style),
    ...formatting(style),
    ...coloring(style),
    ...linking(style),
  ];
  if (align) {
    if (pattern === '/.*/') custom['align'] ??= align;
    else properties.push(property('custom.align', align));
  }
  return properties.length > 0 ? { matcher: matcherFor(pattern), properties } : undefined;
}

function naming(style: JsonObject): JsonObject[] {
  const alias = textOf(style['alias']);
  return alias ? [property('displayName', alias)] : [];
}

function formatting(style: JsonObject): JsonObject[] {
  switch (style['type']) {
    case 'hidden':
      return [property('custom.hidden', true)];
    case 'date':
      return [property('unit', `time: ${textOf(style['dateFormat']) ?? 'YYYY-MM-DD HH:mm:ss'}`)];
    case 'number': {
      const unit = textOf(style['unit']);
      const decimals = numberOf(style['decimals']);
      return [
        ...(unit ? [property('unit', unit)] : []),
        ...(decimals === undefined ? [] : [property('decimals', decimals)]),
      ];
    }
    case 'string': {
      const mappings = mappingsFrom(style);
      return mappings.length > 0 ? [property('mappings', mappings)] : [];
    }
    default:
      return [];
  }
}

function coloring(style: JsonObject): JsonObject[] {
  const mode = textOf(style['colorMode']);
  const steps = stepsFrom(style['thresholds'], style['colors']);
  if (!mode || !steps) return [];
  const cell =
    mode === 'value'
      ? { type: 'color-text' }
      : {
          type: 'color-background',
          mode: 'basic',
          ...(mode === 'row' ? { applyToRow: true } : {}),
        };
  return [
    property('custom.cellOptions', cell),
    property('color', { mode: 'thresholds' }),
    property('thresholds', { mode: 'absolute', steps }),
  ];
}

function linking(style: JsonObject): JsonObject[] {
  const url = textOf(style['linkUrl']);
  if (style['link'] !== true || !url) return [];
  const link = {
    title: cells(textOf(style['linkTooltip']) ?? ''),
    url: cells(url),
    targetBlank: style['linkTargetBlank'] === true,
  };
  return [property('links', [link])];
}

/** `$__cell` was the value, `$__cell_1` that of the second column. */
function cells(text: string): string {
  return text
    .replace(/\$\{?__cell_(\d+)(?::raw)?\}?/g, '${__data.fields[$1]}')
    .replace(/\$\{__cell(?::raw)?\}|\$__cell\b/g, '${__value.text}');
}

function transformations(panel: JsonObject): void {
  const old = textOf(take(panel, 'transform'));
  const columns = objectsOf(take(panel, 'columns'))
    .map((column) => textOf(column['value']))
    .filter((value) => value !== undefined);
  const list: JsonObject[] = [];
  if (old === 'timeseries_to_rows') list.push({ id: 'seriesToRows', options: { reducers: [] } });
  if (old === 'timeseries_to_columns') list.push({ id: 'joinByField', options: { mode: 'outer' } });
  if (old === 'timeseries_aggregations') {
    list.push({
      id: 'reduce',
      options: {
        mode: 'seriesToRows',
        includeTimeField: false,
        reducers: columns.map(reducerFrom),
      },
    });
  }
  if (old === 'table') {
    list.push({ id: 'merge', options: {} });
    if (columns.length > 0)
      list.push({ id: 'filterFieldsByName', options: { include: { names: columns } } });
  }
  if (list.length > 0) panel['transformations'] = [...objectsOf(panel['transformations']), ...list];
}
