/** One panel brought to its current type and form. */
import { fromGraph } from './graph';
import { fromHeatmap } from './heatmap';
import { isObject, objectsOf, type JsonObject } from './json';
import { fromAlertList, fromDashList, fromText } from './lists';
import { fromPie } from './pie';
import { fromSinglestat } from './singlestat';
import { upgradeStandard } from './standard';
import { fromTableOld, isOldTable } from './table-old';
import { upgradeTransformations } from './transformations';

type Note = (text: string) => void;

export function upgradePanel(panel: JsonObject, version: number, note: Note): void {
  const before = JSON.stringify(panel);
  const typeBefore = String(panel['type'] ?? '');
  nameTargets(panel);
  upgradeType(panel, version);
  upgradeStandard(panel);
  upgradeTransformations(panel, version);
  if (JSON.stringify(panel) === before) return;
  const type = String(panel['type'] ?? '');
  const what =
    type === typeBefore
      ? 'was brought to the current form'
      : `of type ${typeBefore} became ${type}`;
  note(`panel ${String(panel['id'])} ${what}`);
}

function upgradeType(panel: JsonObject, version: number): void {
  switch (panel['type']) {
    case 'graph':
    case 'graphite':
      return fromGraph(panel);
    case 'singlestat':
    case 'grafana-singlestat-panel':
      return fromSinglestat(panel);
    case 'table-old':
      return fromTableOld(panel);
    case 'table':
    case 'table2':
      panel['type'] = 'table';
      return isOldTable(panel, version) ? fromTableOld(panel) : undefined;
    case 'grafana-piechart-panel':
      return fromPie(panel);
    case 'heatmap':
    case 'heatmap-new':
      panel['type'] = 'heatmap';
      return fromHeatmap(panel);
    case 'text':
    case 'text2':
      panel['type'] = 'text';
      return fromText(panel);
    case 'dashlist':
      return fromDashList(panel);
    case 'alertlist':
      return fromAlertList(panel);
    default:
      return undefined;
  }
}

/** Queries are identified by a letter. */
function nameTargets(panel: JsonObject): void {
  const targets = objectsOf(panel['targets']);
  const used = new Set(targets.map((target) => target['refId']));
  let code = 0;
  for (const target of targets) {
    if (typeof target['refId'] === 'string' && target['refId'] !== '') continue;
    while (used.has(letters(code))) code += 1;
    target['refId'] = letters(code);
    used.add(target['refId']);
  }
  if (panel['targets'] !== undefined && !Array.isArray(panel['targets'])) delete panel['targets'];
  if (panel['fieldConfig'] !== undefined && !isObject(panel['fieldConfig']))
    delete panel['fieldConfig'];
}

/** A to Z, then AA, AB and so on. */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}
