/**
 * The filters of the search form and the TraceQL they mean; the server writes the same from what is
 * stored.
 */

export interface SearchFilter {
  id: string;
  tag?: string;
  scope?: string;
  operator?: string;
  value?: string | string[];
  /** `string`, `keyword`, `duration`, `int`, `float`, `bool`. */
  valueType?: string;
}

/** Filters that have a place of their own in the form, by their stored ids. */
export const OWN_PLACES: Record<
  'service' | 'span' | 'status' | 'shortest' | 'longest',
  SearchFilter
> = {
  service: {
    id: 'service-name',
    tag: 'service.name',
    scope: 'resource',
    operator: '=',
    valueType: 'string',
  },
  span: { id: 'span-name', tag: 'name', scope: 'intrinsic', operator: '=', valueType: 'string' },
  status: { id: 'status', tag: 'status', scope: 'intrinsic', operator: '=', valueType: 'keyword' },
  shortest: {
    id: 'min-duration',
    tag: 'duration',
    scope: 'intrinsic',
    operator: '>',
    valueType: 'duration',
  },
  longest: {
    id: 'max-duration',
    tag: 'duration',
    scope: 'intrinsic',
    operator: '<',
    valueType: 'duration',
  },
};

export const OPERATORS = ['=', '!=', '=~', '!~', '>', '>=', '<', '<='];
const OWN_IDS = new Set(Object.values(OWN_PLACES).map(({ id }) => id));

export function otherFilters(filters: readonly SearchFilter[]): SearchFilter[] {
  return filters.filter(({ id }) => !OWN_IDS.has(id));
}

export function valuesOf(filters: readonly SearchFilter[], { id }: SearchFilter): string[] {
  return listed(filters.find((filter) => filter.id === id)?.value);
}

/** The filters with this one set to the values, or without it. */
export function withValues(
  filters: readonly SearchFilter[],
  place: SearchFilter,
  values: readonly string[],
): SearchFilter[] {
  const rest = filters.filter(({ id }) => id !== place.id);
  const kept = values.filter(Boolean);
  if (kept.length === 0) return rest;
  return [...rest, { ...place, value: place.valueType === 'duration' ? kept[0] : kept }];
}

export function filtersTraceql(filters: readonly SearchFilter[]): string {
  return `{${filters.map(condition).filter(Boolean).join(' && ')}}`;
}

function condition(filter: SearchFilter): string {
  const { operator = '=' } = filter;
  const values = listed(filter.value);
  if (!filter.tag || values.length === 0) return '';
  const name = attributeName(filter.tag, filter.scope);
  const [only = ''] = values;
  if (values.length === 1) return `${name}${operator}${written(filter, only)}`;
  if (isText(filter) && ['=', '!=', '=~', '!~'].includes(operator)) {
    const parts = operator.endsWith('~') ? values : values.map(escapedRegex);
    return `${name}${operator.startsWith('!') ? '!~' : '=~'}${quoted(parts.join('|'))}`;
  }
  const joint = operator.startsWith('!') ? ' && ' : ' || ';
  return `(${values.map((value) => `${name}${operator}${written(filter, value)}`).join(joint)})`;
}

export function attributeName(tag: string, scope = ''): string {
  if (scope === 'intrinsic') return tag;
  const plain = /^[A-Za-z_][A-Za-z0-9_./-]*$/.test(tag) ? tag : quoted(tag);
  return `${scope === 'unscoped' ? '' : scope}.${plain}`;
}

function isText({ tag, valueType = 'string' }: SearchFilter): boolean {
  return valueType === 'string' && tag !== 'status' && tag !== 'kind' && tag !== 'duration';
}

function written(filter: SearchFilter, value: string): string {
  return isText(filter) ? quoted(value) : value;
}

export function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

function escapedRegex(text: string): string {
  return text.replace(/[\\^$*+?.()|[\]{}]/g, '\\$&');
}

function listed(value: string | string[] | undefined): string[] {
  return [value ?? []].flat().filter(Boolean);
}
