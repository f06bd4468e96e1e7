/** The pie chart plugin of older versions. */
import { fieldConfigOf, fixedColor, property, reducerFrom } from './fields';
import { assign, child, drop, numberOf, objectOf, take, textOf, type JsonObject } from './json';

export function fromPie(panel: JsonObject): void {
  panel['type'] = 'piechart';
  const { defaults, overrides } = fieldConfigOf(panel);
  const options = child(panel, 'options');
  const legend = objectOf(take(panel, 'legend'));
  const place = textOf(take(panel, 'legendType'));
  assign(defaults, {
    unit: textOf(take(panel, 'format')),
    decimals: numberOf(take(panel, 'decimals')),
  });
  defaults['color'] ??= { mode: 'palette-classic' };
  for (const [name, color] of Object.entries(objectOf(take(panel, 'aliasColors')))) {
    if (typeof color !== 'string') continue;
    overrides.push({
      matcher: { id: 'byName', options: name },
      properties: [property('color', fixedColor(color))],
    });
  }
  options['pieType'] ??= take(panel, 'pieType') === 'donut' ? 'donut' : 'pie';
  options['reduceOptions'] = {
    values: false,
    calcs: [reducerFrom(take(panel, 'valueName') ?? 'current')],
    fields: '',
  };
  options['displayLabels'] ??= place === 'On graph' ? ['name'] : [];
  const values = [
    ...(legend['values'] === true ? ['value'] : []),
    ...(legend['percentage'] === true ? ['percent'] : []),
  ];
  options['legend'] ??= {
    showLegend: legend['show'] !== false && place !== 'On graph',
    displayMode: values.length > 0 ? 'table' : 'list',
    placement: place === 'Under graph' ? 'bottom' : 'right',
    values,
  };
  drop(
    panel,
    'pieType',
    'strokeWidth',
    'fontSize',
    'combine',
    'breakPoint',
    'nullPointMode',
    'maxDataPointsOld',
    'legendTypeOld',
  );
}
