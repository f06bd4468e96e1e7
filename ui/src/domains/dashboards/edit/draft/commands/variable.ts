/** Changes to the variables of the dashboard. */
import type { DashboardModel, VariableModel } from '../../../../../data';
import { renameVariable as renamed, variableUses } from '../../model/references';
import { replaceVariable, type Replacement } from '../../model/replaceVariable';
import { valueAt, withValue, type Path } from '../../model/withValue';
import type { Command, Draft, Label, Verb } from '../types';

type Variables = VariableModel[];

/** Values that are the same as no value. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  label: '',
  description: '',
  hide: 0,
  skipUrlSync: false,
  regex: '',
  sort: 0,
  multi: false,
  includeAll: false,
  allValue: '',
  auto: false,
};

/** `wanted`, with a number where another variable has this name. */
export function freeVariableName({ templating }: DashboardModel, wanted: string): string {
  const names = new Set(templating.list.map(({ name }) => name));
  const stem = wanted.replace(/\d+$/, '');
  let name = wanted;
  for (let number = 2; names.has(name); number++) name = `${stem}${number}`;
  return name;
}

export function addVariable(variable: VariableModel): Command {
  return command(variable.name, 'add', {}, (list) => [...list, variable]);
}

/** The copy stands below the original. */
export function duplicateVariable(name: string, copy: string): Command {
  return command(
    copy,
    'duplicate',
    {},
    (list) =>
      list.flatMap((one) =>
        one.name === name ? [one, { ...structuredClone(one), name: copy }] : [one],
      ),
    name,
  );
}

/** With `by`, its value stands wherever the variable was used. */
export function removeVariable(name: string, by?: Replacement): Command {
  const removal = command(name, 'remove', {}, (list) => list.filter((one) => one.name !== name));
  return {
    ...removal,
    change: (model) => removal.change(by ? replaceVariable(model, name, by) : model),
  };
}

/** Moves a variable so that it stands at `to` afterwards. */
export function moveVariable(name: string, to: number): Command {
  return command(name, 'reorder', {}, (list) => {
    const from = list.findIndex((one) => one.name === name);
    const moved = list[from];
    return !moved || from === to || to < 0 || to >= list.length
      ? list
      : list.toSpliced(from, 1).toSpliced(to, 0, moved);
  });
}

/** Everything that uses the variable follows. */
export function renameVariable(model: DashboardModel, from: string, to: string): Command {
  const count = variableUses(model, from).length;
  return {
    label: { verb: 'rename', subject: 'variable', name: to, from, to, ...(count && { count }) },
    change: (before) => renamed(before, from, to),
    focus: { page: 'variables', item: to },
  };
}

/** A value that equals the default is removed, unless the saved variable stores it. */
export function setVariable(
  variable: VariableModel,
  path: Path,
  value: unknown,
  base: Draft['base'],
): Command {
  const { name } = variable;
  const saved = base.model.templating.list.find((one) => one.name === name);
  const isDefault = path.length === 1 && value === DEFAULTS[String(path[0])];
  const isStored = valueAt(saved, path) !== undefined;
  const stored = isDefault && !isStored ? undefined : value;
  return {
    ...command(name, 'set', labelOf(variable, path, value), (list) =>
      mapNamed(list, name, (one) => withText(withValue(one, path, stored), path)),
    ),
    merge: `variable ${name} ${path.join('.')}`,
  };
}

/** Puts `next` in the place of the variable, as a change of its type does. */
export function changeVariableType(variable: VariableModel, next: VariableModel): Command {
  const { name } = variable;
  return command(name, 'set', labelOf(variable, ['type'], next.type), (list) =>
    mapNamed(list, name, () => next),
  );
}

/** What else is stored of a query's text: its copy in `definition`, the shown value of a text box. */
function withText(variable: VariableModel, path: Path): VariableModel {
  const { type, query } = variable;
  if (path[0] !== 'query') return variable;
  if (type === 'query' && typeof variable.definition === 'string') {
    const text = textOf(query);
    return text === undefined ? variable : { ...variable, definition: text };
  }
  if (type !== 'textbox' && type !== 'constant') return variable;
  const text = textOf(query) ?? '';
  const current = { ...variable.current, text, value: text };
  return { ...variable, current, ...(variable.options && { options: [current] }) };
}

function textOf(query: unknown): string | undefined {
  const text = typeof query === 'string' ? query : valueAt(query, ['query']);
  return typeof text === 'string' ? text : undefined;
}

function labelOf(variable: VariableModel, path: Path, to: unknown): Partial<Label> {
  return { path: path.join('.'), from: valueAt(variable, path), to };
}

function mapNamed(
  list: Variables,
  name: string,
  change: (variable: VariableModel) => VariableModel,
): Variables {
  const index = list.findIndex((one) => one.name === name);
  const before = list[index];
  const after = before && change(before);
  return !after || after === before ? list : list.with(index, after);
}

function command(
  name: string,
  verb: Verb,
  label: Partial<Label>,
  change: (list: Variables) => Variables,
  subject = name,
): Command {
  return {
    label: { verb, subject: 'variable', name: subject, ...label },
    change: (model) => withValue(model, ['templating', 'list'], change(model.templating.list)),
    focus: { page: 'variables', item: name },
  };
}
