/**
 * Checks JSON against the shapes of `data/dashboard.ts`. Problems have the form of
 * `POST /api/dashboards/validate`. Unknown keys are accepted with any value.
 */

export interface Problem {
  /** Such as `panels[2].gridPos.w`; items are counted from 0. Empty for the whole model. */
  path: string;
  message: string;
  /** A model with an error cannot be applied. */
  severity: 'error' | 'warning';
}

export const MOST_PROBLEMS = 200;

const KINDS = {
  text: 'a text',
  number: 'a number',
  whole: 'a whole number',
  flag: 'true or false',
  list: 'a list',
  object: 'an object',
} as const;
type Kind = keyof typeof KINDS;

/** Kinds that a value may have. A key that ends in `!` should be there. */
interface Shape {
  kinds: readonly Kind[];
  keys?: Readonly<Record<string, Shape>>;
  items?: Shape | (() => Shape);
  oneOf?: readonly (string | number)[];
}

const of = (...kinds: Kind[]): Shape => ({ kinds });
const oneOf = (kind: Kind, ...values: (string | number)[]): Shape => ({
  kinds: [kind],
  oneOf: values,
});
const object = (keys: Record<string, Shape>): Shape => ({ kinds: ['object'], keys });
const list = (items: Shape | (() => Shape)): Shape => ({ kinds: ['list'], items });

const text = of('text');
const number = of('number');
const whole = of('whole');
const flag = of('flag');
const texts = list(text);
const anyObject = of('object');
const source: Shape = { kinds: ['object', 'text'], keys: { type: text, uid: text } };
const matcher = object({ 'id!': text });
const choice = object({ text: of('text', 'list'), value: of('text', 'list'), selected: flag });

const link = object({
  type: oneOf('text', 'dashboards', 'link'),
  title: text,
  url: text,
  icon: text,
  tooltip: text,
  tags: texts,
  asDropdown: flag,
  includeVars: flag,
  keepTime: flag,
  targetBlank: flag,
});

const target = object({
  refId: text,
  datasource: source,
  hide: flag,
  queryType: text,
});

const fieldDefaults = object({
  displayName: text,
  unit: text,
  decimals: number,
  min: number,
  max: number,
  noValue: of('text', 'number'),
  color: object({ mode: text, fixedColor: text, seriesBy: text }),
  thresholds: object({
    mode: oneOf('text', 'absolute', 'percentage'),
    steps: list(object({ value: of('number', 'text'), color: text })),
  }),
  mappings: list(object({ type: of('text', 'number') })),
  links: list(object({ title: text, url: text, targetBlank: flag })),
  custom: anyObject,
});

const panel: Shape = object({
  'id!': whole,
  type: text,
  title: text,
  description: text,
  transparent: flag,
  'gridPos!': object({ 'x!': number, 'y!': number, 'w!': number, 'h!': number, static: flag }),
  datasource: source,
  targets: list(target),
  interval: text,
  maxDataPoints: of('number', 'text'),
  timeFrom: text,
  timeShift: text,
  hideTimeOverride: flag,
  repeat: text,
  repeatDirection: oneOf('text', 'h', 'v'),
  maxPerRow: whole,
  links: list(link),
  transformations: list(
    object({ 'id!': text, options: anyObject, disabled: flag, filter: matcher, topic: text }),
  ),
  options: anyObject,
  fieldConfig: object({
    defaults: fieldDefaults,
    overrides: list(object({ 'matcher!': matcher, 'properties!': list(object({ 'id!': text })) })),
  }),
  pluginVersion: text,
  libraryPanel: object({ 'uid!': text, name: text }),
  collapsed: flag,
  panels: list(() => panel),
});

const variable = object({
  'name!': text,
  'type!': oneOf(
    'text',
    ...['query', 'custom', 'textbox', 'constant', 'datasource', 'interval', 'adhoc'],
    ...['groupby', 'system', 'snapshot', 'switch'],
  ),
  label: text,
  description: text,
  hide: oneOf('whole', 0, 1, 2),
  skipUrlSync: flag,
  current: choice,
  options: list(choice),
  datasource: source,
  refresh: of('whole', 'flag'),
  regex: text,
  sort: oneOf('whole', 0, 1, 2, 3, 4, 5, 6, 7, 8),
  multi: flag,
  includeAll: flag,
  allValue: text,
  filters: list(object({ key: text, operator: text, value: text })),
  auto: flag,
  auto_count: whole,
  auto_min: text,
});

const annotation = object({
  'name!': text,
  datasource: source,
  enable: flag,
  hide: flag,
  iconColor: text,
  builtIn: of('whole', 'flag'),
  type: text,
  filter: object({ exclude: flag, ids: list(whole) }),
  target: anyObject,
  expr: text,
});

const dashboard: Shape = object({
  id: whole,
  uid: text,
  title: text,
  description: text,
  'tags!': texts,
  editable: flag,
  timezone: text,
  weekStart: text,
  fiscalYearStartMonth: whole,
  graphTooltip: oneOf('whole', 0, 1, 2),
  refresh: of('text', 'flag'),
  'schemaVersion!': whole,
  version: whole,
  'time!': object({ 'from!': text, 'to!': text }),
  'timepicker!': object({
    hidden: flag,
    nowDelay: text,
    refresh_intervals: texts,
    time_options: texts,
    quick_ranges: list(object({ 'display!': text, 'from!': text, 'to!': text })),
  }),
  'templating!': object({ 'list!': list(variable) }),
  'annotations!': object({ 'list!': list(annotation) }),
  'links!': list(link),
  'panels!': list(panel),
});

const itemsOf = (shape: Shape | undefined): Shape | undefined =>
  typeof shape?.items === 'function' ? shape.items() : shape?.items;

/** At most `MOST_PROBLEMS`, in the order of the model. */
export function checkModel(model: unknown): Problem[] {
  const problems: Problem[] = [];
  const add = (severity: Problem['severity'], path: string, message: string) => {
    problems.push({ path, message, severity });
  };

  const check = (value: unknown, { kinds, keys, ...shape }: Shape, path: string) => {
    if (!kinds.some((kind) => isOf(value, kind))) {
      const wanted = kinds.map((kind) => KINDS[kind]).join(' or ');
      add('error', path, `This value must be ${wanted}, not ${kindOf(value)}.`);
      return;
    }
    if (shape.oneOf && !shape.oneOf.includes(value as string | number))
      add('warning', path, `${JSON.stringify(value)} is not one of ${shape.oneOf.join(', ')}.`);
    if (keys && isOf(value, 'object')) checkKeys(value as Values, keys, path);
    const items = itemsOf({ kinds, ...shape });
    if (items)
      for (const [index, item] of (value as unknown[]).entries())
        check(item, items, `${path}[${index}]`);
  };
  const checkKeys = (values: Values, keys: Record<string, Shape>, path: string) => {
    for (const [written, shape] of Object.entries(keys)) {
      const key = written.replace(/!$/, '');
      const value = Object.hasOwn(values, key) ? values[key] : undefined;
      const isMissing = value === undefined || value === null;
      if (!isMissing) check(value, shape, joined(path, key));
      else if (key !== written) add('warning', path, `The key ${JSON.stringify(key)} is missing.`);
    }
  };

  check(model, dashboard, '');
  if (isValues(model)) {
    if (!model['title']) add('error', 'title', 'The title of the dashboard is missing.');
    checkUnique(model, add);
  }
  // Errors decide; they are never the ones that are left out.
  const isError = ({ severity }: Problem) => severity === 'error';
  return problems.length > MOST_PROBLEMS
    ? [...problems.filter(isError), ...problems.filter((one) => !isError(one))].slice(
        0,
        MOST_PROBLEMS,
      )
    : problems;
}

type Values = Record<string, unknown>;
type Add = (severity: Problem['severity'], path: string, message: string) => void;

const isValues = (value: unknown): value is Values => isOf(value, 'object');
const joined = (path: string, key: string) => (path ? `${path}.${key}` : key);

function isOf(value: unknown, kind: Kind): boolean {
  if (kind === 'list') return Array.isArray(value);
  if (kind === 'whole') return Number.isInteger(value);
  if (kind === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === { text: 'string', number: 'number', flag: 'boolean' }[kind];
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return KINDS.list;
  if (typeof value === 'number') return `the number ${value}`;
  return { string: KINDS.text, boolean: KINDS.flag }[typeof value as string] ?? KINDS.object;
}

/** Names that stand for one thing: panels, queries, variables and annotations. */
function checkUnique(model: Values, add: Add): void {
  const unique = (what: string) => {
    const seen = new Map<unknown, string>();
    return (value: unknown, path: string) => {
      if (value === undefined || value === null) return;
      const first = seen.get(value);
      if (first === undefined) seen.set(value, path);
      else
        add('warning', path, `The ${what} ${JSON.stringify(value)} is already used by ${first}.`);
    };
  };
  const panelId = unique('panel id');
  const checkPanels = (holder: Values, path: string) => {
    for (const [at, one] of itemsIn(holder, 'panels', path)) {
      panelId(one['id'], `${at}.id`);
      const place = one['gridPos'];
      for (const key of ['w', 'h'])
        if (isValues(place) && Number(place[key]) <= 0)
          add('warning', `${at}.gridPos.${key}`, 'This value must be greater than 0.');
      if (isValues(place) && Number(place['x']) + Number(place['w']) > COLUMNS)
        add(
          'warning',
          `${at}.gridPos`,
          `The panel ends outside of the grid of ${COLUMNS} columns.`,
        );
      if (!one['type'] && !one['libraryPanel'])
        add('warning', at, 'The type of the panel is missing.');
      const refId = unique('query name');
      for (const [query, { refId: name }] of itemsIn(one, 'targets', at))
        refId(name, `${query}.refId`);
      checkPanels(one, at);
    }
  };
  checkPanels(model, '');
  for (const key of ['templating', 'annotations']) {
    const name = unique(key === 'templating' ? 'variable name' : 'annotation name');
    const holder = model[key];
    if (isValues(holder))
      for (const [at, one] of itemsIn(holder, 'list', key)) name(one['name'], `${at}.name`);
  }
}

const COLUMNS = 24;

function itemsIn(holder: Values, key: string, path: string): [path: string, item: Values][] {
  const items = holder[key];
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown, index): [string, Values][] =>
    isValues(item) ? [[`${joined(path, key)}[${index}]`, item]] : [],
  );
}
