/** Forms that choose, rename, order and reduce fields. */
import {
  is,
  listAt,
  optionsAt,
  reducerName,
  textAt,
  textsAt,
  type Control,
  type FormSpec,
  type Options,
} from './controls';

const namesOn = (options: Options, key: string): string[] =>
  Object.entries(optionsAt(options, key)).flatMap(([name, on]) => (on ? [name] : []));

/** Its form is a list of its own; the order alone needs no field to exist. */
const organize: FormSpec = {
  fresh: { excludeByName: {}, indexByName: {}, renameByName: {}, includeByName: {} },
  controls: [],
  names: (options) =>
    ['excludeByName', 'includeByName', 'renameByName'].flatMap((key) => namesOn(options, key)),
  summary: (options) => {
    const hidden = namesOn(options, 'excludeByName').length;
    const renamed = namesOn(options, 'renameByName').length;
    const isOrdered = Object.keys(optionsAt(options, 'indexByName')).length > 0;
    return [hidden && `${hidden} hidden`, renamed && `${renamed} renamed`, isOrdered && 'reordered']
      .filter(Boolean)
      .join(', ');
  },
};

const byVariable = (options: Options): boolean => options['byVariable'] === true;
const byName = (options: Options): boolean => !byVariable(options);
const nameControls = (key: 'include' | 'exclude', verb: string): Control[] => [
  { kind: 'fields', path: [key, 'names'], label: verb, when: byName, placeholder: 'Choose fields' },
  {
    kind: 'text',
    path: [key, 'pattern'],
    label: `${verb} if matching`,
    placeholder: '/cpu|mem/',
    mono: true,
    when: byName,
  },
  {
    kind: 'text',
    path: [key, 'variable'],
    label: `${verb} names in`,
    placeholder: '$fields',
    mono: true,
    when: byVariable,
  },
];

const filterFieldsByName: FormSpec = {
  controls: [
    ...nameControls('include', 'Keep'),
    ...nameControls('exclude', 'Drop'),
    { kind: 'switch', path: ['byVariable'], label: 'From a variable' },
  ],
  names: (options) =>
    byVariable(options)
      ? []
      : [...textsAt(options, 'include', 'names'), ...textsAt(options, 'exclude', 'names')],
};

const reduce: FormSpec = {
  fresh: { reducers: ['lastNotNull'] },
  controls: [
    {
      kind: 'choice',
      path: ['mode'],
      label: 'Mode',
      choices: [
        ['', 'One row for each field'],
        ['reduceFields', 'One row for each frame'],
      ],
      // 10.4 stores the first one by its name, too.
      store: (options, mode) => ({ ...options, mode: mode ?? 'seriesToRows' }),
    },
    { kind: 'reducers', path: ['reducers'], label: 'Calculations' },
    {
      kind: 'switch',
      path: ['includeTimeField'],
      label: 'Include time',
      when: is(['mode'], 'reduceFields'),
    },
    {
      kind: 'switch',
      path: ['labelsToFields'],
      label: 'Labels to fields',
      when: is(['mode'], '', 'seriesToRows'),
    },
  ],
  summary: (options) =>
    (options['reducers'] === undefined ? ['max'] : textsAt(options, 'reducers'))
      .map(reducerName)
      .join(', '),
};

const labelsToFields: FormSpec = {
  fresh: { mode: 'columns' },
  controls: [
    {
      kind: 'choice',
      path: ['mode'],
      label: 'Mode',
      choices: [
        ['columns', 'Columns'],
        ['rows', 'Rows'],
      ],
    },
    { kind: 'labels', path: ['keepLabels'], label: 'Labels', placeholder: 'All' },
    {
      kind: 'label',
      path: ['valueLabel'],
      label: 'Value field name',
      placeholder: 'Unchanged',
      when: is(['mode'], '', 'columns'),
    },
  ],
};

export const fieldSpecs: Readonly<Record<string, FormSpec>> = {
  filterFieldsByName,
  labelsToFields,
  limit: {
    fresh: { limitField: 10 },
    controls: [
      {
        kind: 'number',
        path: ['limitField'],
        label: 'Rows',
        placeholder: '10',
        hint: 'A negative number keeps the last rows.',
      },
    ],
    summary: (options) => textAt(options, 'limitField') || '10',
  },
  organize,
  reduce,
  renameByRegex: {
    fresh: { regex: '(.*)', renamePattern: '$1' },
    controls: [
      { kind: 'text', path: ['regex'], label: 'Match', placeholder: '/(.*)/', mono: true },
      {
        kind: 'text',
        path: ['renamePattern'],
        label: 'Replace with',
        placeholder: '$1',
        mono: true,
        // An empty replacement removes the match; an absent one would be the default.
        store: (options, value) => ({ ...options, renamePattern: value ?? '' }),
      },
    ],
    summary: (options) => `${textAt(options, 'regex')} → ${textAt(options, 'renamePattern')}`,
  },
  sortBy: {
    fresh: { sort: [{}] },
    controls: [
      { kind: 'field', path: ['sort', 0, 'field'], label: 'Field' },
      { kind: 'switch', path: ['sort', 0, 'desc'], label: 'Descending' },
    ],
    summary: (options) => {
      const [first] = listAt(options, 'sort');
      const field = first ? textAt(first, 'field') : '';
      return field && (first?.['desc'] === true ? `${field}, descending` : field);
    },
  },
};
