/** Writes the value of a variable wherever the variable is used. */
import type { DashboardModel, VariableValue } from '../../../../data';
import { VARIABLE } from '../../../../data/variables/interpolate';
import { fillText } from '../../../../querying/fill';
import { mapStrings } from './references';

export interface Replacement {
  value: VariableValue;
  /** How the data source of a query writes values; for a query without one, undefined. */
  formatOf: (datasource: unknown) => string | undefined;
}

/** Uses in `repeat` are removed, since there is nothing left to repeat for. */
export function replaceVariable(
  model: DashboardModel,
  name: string,
  { value, formatOf }: Replacement,
): DashboardModel {
  const values = { [name]: value };
  const fill = <T>(part: T, format?: string): T =>
    mapStrings(part, (text, key) => {
      if (key === 'repeat') return text === name ? '' : text;
      return text.replace(VARIABLE, (whole: string, ...groups: (string | undefined)[]) =>
        (groups[0] ?? groups[3] ?? groups[4]) === name ? fillText(whole, values, format) : whole,
      );
    });
  const fillIn = <T extends Record<string, unknown>>(item: T): T => {
    const format = formatOf(item.datasource);
    const changes: [string, unknown][] = [];
    for (const [key, part] of Object.entries(item)) {
      if (key === 'current') continue;
      const changed =
        key === 'targets' && Array.isArray(part)
          ? sameOr(
              part,
              part.map((target: Record<string, unknown>) =>
                fill(target, formatOf(target.datasource ?? item.datasource)),
              ),
            )
          : key === 'panels' && Array.isArray(part)
            ? sameOr(part, part.map(fillIn))
            : fill(part, QUERY_KEYS.has(key) ? format : undefined);
      if (changed !== part) changes.push([key, changed]);
    }
    const next = changes.length > 0 ? { ...item, ...Object.fromEntries(changes) } : item;
    if (item.repeat !== name) return next;
    const { repeat: _gone, repeatDirection: _direction, ...rest } = next;
    return rest as T;
  };
  const list = sameOr(model.templating.list, model.templating.list.map(fillIn));
  const queries = sameOr(model.annotations.list, model.annotations.list.map(fillIn));
  const parts: Partial<DashboardModel> = {
    title: fill(model.title),
    description: fill(model.description),
    panels: sameOr(model.panels, model.panels.map(fillIn)),
    links: fill(model.links),
    ...(list !== model.templating.list && { templating: { ...model.templating, list } }),
    ...(queries !== model.annotations.list && {
      annotations: { ...model.annotations, list: queries },
    }),
  };
  const changed = Object.entries(parts).filter(([key, part]) => part !== model[key]);
  return changed.length > 0 ? { ...model, ...Object.fromEntries(changed) } : model;
}

/** Parts that a data source reads. */
const QUERY_KEYS: ReadonlySet<string> = new Set(['query', 'definition', 'expr', 'target']);

const sameOr = <T>(before: T[], after: T[]): T[] =>
  after.every((item, index) => item === before[index]) ? before : after;
