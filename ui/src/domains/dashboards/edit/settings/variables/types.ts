/** The kinds of variables, and what one becomes when its kind changes. */
import type { VariableModel, VariableType } from '../../../../../data';
import { pluginOf, type Sources } from '../../../../../querying/sources';
import type { Path } from '../../model/withValue';

export const TYPES: readonly { value: VariableType; label: string }[] = [
  { value: 'query', label: 'Query' },
  { value: 'custom', label: 'Custom' },
  { value: 'textbox', label: 'Text box' },
  { value: 'constant', label: 'Constant' },
  { value: 'datasource', label: 'Data source' },
  { value: 'interval', label: 'Interval' },
  { value: 'adhoc', label: 'Ad hoc filters' },
];

export const typeName = (type: VariableType): string =>
  TYPES.find(({ value }) => value === type)?.label ?? type;

/** Whether several values may be chosen. */
export const hasChoices = (type: VariableType): boolean =>
  type === 'query' || type === 'custom' || type === 'datasource';

/** The variable as another type: its name and look stay, the rest is that of a new one. */
export function variableOfType(
  variable: VariableModel,
  type: VariableType,
  sources: Sources,
): VariableModel {
  const { name, label, description, hide, skipUrlSync, multi, includeAll, allValue } = variable;
  const kept = {
    label,
    description,
    hide,
    skipUrlSync,
    ...(hasChoices(type) && { multi, includeAll, allValue }),
  };
  const written = Object.entries(kept).filter(([, value]) => value !== undefined);
  return { name, type, ...Object.fromEntries(written), ...startOf(type, sources) };
}

function startOf(type: VariableType, { fallback, list }: Sources): Partial<VariableModel> {
  const source = fallback ?? list[0];
  const datasource = source ? { type: source.type, uid: source.uid } : null;
  switch (type) {
    case 'query':
      return { datasource, query: '', refresh: 1 };
    case 'adhoc':
      return { datasource, filters: [] };
    case 'interval':
      return { query: '1m,10m,30m,1h,6h,12h,1d,7d,14d,30d' };
    case 'datasource':
      return { query: source ? pluginOf(source) : '' };
    default:
      return { query: '' };
  }
}

/** Sets one key of the variable; undefined removes it. */
export type SetValue = (path: Path, value: unknown) => void;
