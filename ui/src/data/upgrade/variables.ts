/** Variables as older versions stored them. */
import { drop, isObject, objectOf, objectsOf, textOf, type JsonObject } from './json';

type Note = (text: string) => void;

export function upgradeVariables(dashboard: JsonObject, note: Note): void {
  const templating = objectOf(dashboard['templating']);
  const named = objectsOf(templating['list']).filter(({ name }) => textOf(name) !== undefined);
  if (Array.isArray(templating['list'])) templating['list'] = named;
  for (const variable of named) upgradeVariable(variable, note);
}

function upgradeVariable(variable: JsonObject, note: Note): void {
  const name = textOf(variable['name']) ?? '';
  const before = JSON.stringify(variable);
  if (!textOf(variable['type'])) variable['type'] = 'query';
  if (typeof variable['refresh'] === 'boolean') variable['refresh'] = variable['refresh'] ? 1 : 0;
  if (variable['hideVariable'] === true) variable['hide'] = 2;
  else if (variable['hideLabel'] === true && variable['hide'] === undefined) variable['hide'] = 1;
  drop(variable, 'hideVariable', 'hideLabel', 'allFormat', 'multiFormat');
  upgradeCurrent(variable);
  if (JSON.stringify(variable) !== before) note(`variable ${name} brought to the current form`);
}

/** The selection of several values is a list, of one value a text; both of `text` and `value`. */
function upgradeCurrent(variable: JsonObject): void {
  if (typeof variable['current'] === 'string')
    variable['current'] = { text: variable['current'], value: variable['current'] };
  const current = variable['current'];
  if (!isObject(current)) return;
  drop(current, 'tags');
  const { value } = current;
  if (
    variable['multi'] === true &&
    value !== undefined &&
    value !== null &&
    !Array.isArray(value)
  ) {
    current['value'] = [value];
    if (!Array.isArray(current['text'])) current['text'] = [current['text'] ?? value];
  } else if (variable['multi'] === false && Array.isArray(value)) {
    current['value'] = value[0] ?? '';
    const { text } = current;
    if (Array.isArray(text)) current['text'] = text[0] ?? '';
  }
}
