/** What is known about the options of a stored step. */
import type { Transformation } from '../../../../../data';
import { valueAt } from '../../model/withValue';
import {
  isOptions,
  isShown,
  listAt,
  operandText,
  reducerName,
  textAt,
  textsAt,
  type Control,
  type Options,
} from './controls';
import { formOf } from './specs';

/** Words for the options, empty where they are the defaults. */
export function summaryOf(step: Transformation): string {
  const spec = formOf(step.id);
  const options = optionsOf(step);
  if (!spec) return '';
  if (spec.summary) return spec.summary(options);
  return staticControls(step)
    .filter((control) => isShown(control, options))
    .map((control) => shortText(control, options))
    .filter(Boolean)
    .slice(0, 3)
    .join(', ');
}

/** Fields that the options name; those with a variable in them are not known here. */
export function namesOf(step: Transformation): string[] {
  const spec = formOf(step.id);
  const options = optionsOf(step);
  const names = spec?.names
    ? spec.names(options)
    : staticControls(step).flatMap((control) => namesIn(control, options));
  return names.filter((name) => name !== '' && !name.includes('$'));
}

export const optionsOf = (step: Transformation): Options =>
  isOptions(step.options) ? step.options : {};

/** Forms whose controls depend on the data have a summary and names of their own. */
function staticControls(step: Transformation): readonly Control[] {
  const controls = formOf(step.id)?.controls;
  return Array.isArray(controls) ? (controls as readonly Control[]) : [];
}

function shortText(control: Control, options: Options): string {
  const value = valueAt(options, control.path);
  switch (control.kind) {
    case 'choice':
      return control.choices.find(([id]) => id === value)?.[1] ?? '';
    case 'switch':
      return value === true ? control.label.toLowerCase() : '';
    case 'fields':
    case 'labels':
    case 'texts':
      return textsAt(options, ...control.path).join(', ');
    case 'reducers':
      return textsAt(options, ...control.path)
        .map(reducerName)
        .join(', ');
    case 'reducer':
      return typeof value === 'string' ? reducerName(value) : '';
    default:
      return textAt(options, ...control.path);
  }
}

function namesIn(control: Control, options: Options): string[] {
  if (!isShown(control, options)) return [];
  switch (control.kind) {
    case 'field':
      return [textAt(options, ...control.path)];
    case 'operand':
      return [operandText(valueAt(options, control.path))];
    case 'fields':
      return textsAt(options, ...control.path);
    case 'list':
      return listAt(options, ...control.path).flatMap((item) =>
        control.controls.flatMap((inner) => namesIn(inner, item)),
      );
    default:
      return [];
  }
}

/** Keys whose values are ids of the product and never names of fields. */
const NOT_NAMES = new Set([
  'aggregations',
  'destinationType',
  'emptyValue',
  'format',
  'handlerKey',
  'id',
  'mode',
  'operation',
  'operator',
  'outputFormat',
  'reducer',
  'reducerId',
  'reducers',
  'stat',
]);

/** Keys of objects whose keys are names of fields. */
const BY_NAME = new Set([
  'excludeByName',
  'fields',
  'includeByName',
  'indexByName',
  'renameByName',
]);

/** The options with one field name replaced wherever it stands. */
export function withRenamedField(options: Options, from: string, to: string): Options {
  const renamed = (value: unknown, isByName: boolean): unknown => {
    if (value === from) return to;
    if (Array.isArray(value)) return value.map((one) => renamed(one, false));
    if (!isOptions(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => {
        const name = isByName && key === from ? to : key;
        const isId = !isByName && NOT_NAMES.has(key);
        return [name, isId ? one : renamed(one, !isByName && BY_NAME.has(key))];
      }),
    );
  };
  return renamed(options, false) as Options;
}
