/** Forms that filter and group rows. */
import type { Frame } from '../../../../../data';
import { knownFields } from '../pipeline';
import {
  is,
  isOptions,
  listAt,
  optionsAt,
  textAt,
  textsAt,
  type Choice,
  type Control,
  type FormSpec,
  type Options,
} from './controls';

const NUMERIC = ['greater', 'greaterOrEqual', 'lower', 'lowerOrEqual'];
const MATCHERS: readonly Choice[] = [
  ['equal', 'is equal to'],
  ['notEqual', 'is not equal to'],
  ['greater', 'is greater than'],
  ['greaterOrEqual', 'is greater than or equal to'],
  ['lower', 'is less than'],
  ['lowerOrEqual', 'is less than or equal to'],
  ['between', 'is between'],
  ['regex', 'matches'],
  ['substring', 'contains'],
  ['notSubstring', 'does not contain'],
  ['isNull', 'is null'],
  ['isNotNull', 'is not null'],
];
const SIGNS: Readonly<Record<string, string>> = {
  equal: '=',
  notEqual: '≠',
  greater: '>',
  greaterOrEqual: '≥',
  lower: '<',
  lowerOrEqual: '≤',
};
const matcherIs = (...ids: string[]) => is(['config', 'id'], ...ids);

export const filterByValue: FormSpec = {
  fresh: { filters: [{ config: { id: 'equal', options: {} } }], type: 'include', match: 'any' },
  controls: [
    {
      kind: 'choice',
      path: ['type'],
      label: 'Rows',
      choices: [
        ['include', 'Keep'],
        ['exclude', 'Drop'],
      ],
    },
    {
      kind: 'choice',
      path: ['match'],
      label: 'Where',
      choices: [
        ['any', 'any condition holds'],
        ['all', 'all conditions hold'],
      ],
    },
    {
      kind: 'list',
      path: ['filters'],
      label: 'Conditions',
      item: 'condition',
      fresh: { config: { id: 'equal', options: {} } },
      controls: [
        { kind: 'field', path: ['fieldName'], label: 'Field' },
        {
          kind: 'choice',
          path: ['config', 'id'],
          label: 'Condition',
          choices: MATCHERS,
          // Values of one condition mean nothing to another one.
          store: (item, id) => {
            const value = optionsAt(item, 'config', 'options')['value'];
            const options = value === undefined || id === 'between' ? {} : { value };
            return { ...item, config: { id, options } };
          },
        },
        {
          kind: 'text',
          path: ['config', 'options', 'value'],
          label: 'Value',
          when: matcherIs('equal', 'notEqual', 'regex', 'substring', 'notSubstring'),
        },
        {
          kind: 'number',
          path: ['config', 'options', 'value'],
          label: 'Value',
          placeholder: '0',
          when: matcherIs(...NUMERIC),
        },
        {
          kind: 'number',
          path: ['config', 'options', 'from'],
          label: 'Above',
          placeholder: '0',
          when: matcherIs('between'),
        },
        {
          kind: 'number',
          path: ['config', 'options', 'to'],
          label: 'Below',
          placeholder: '100',
          when: matcherIs('between'),
        },
      ],
    },
  ],
  summary: (options) => {
    const and = textAt(options, 'match') === 'all' ? ' and ' : ' or ';
    const texts = listAt(options, 'filters')
      .filter((filter) => textAt(filter, 'fieldName'))
      .map((filter) => {
        const id = textAt(filter, 'config', 'id');
        const from = textAt(filter, 'config', 'options', 'from') || '0';
        const to = textAt(filter, 'config', 'options', 'to') || '100';
        const value =
          id === 'between' ? `${from} and ${to}` : textAt(filter, 'config', 'options', 'value');
        const sign = SIGNS[id] ?? MATCHERS.find(([known]) => known === id)?.[1] ?? id;
        return `${textAt(filter, 'fieldName')} ${sign} ${value}`.trim();
      });
    return texts.length > 0 && textAt(options, 'type') === 'exclude'
      ? `not ${texts.join(and)}`
      : texts.join(and);
  },
};

/** A field grouped by keeps its row only while it has an operation. */
function groupControls(before: readonly Frame[], options: Options): Control[] {
  const names = new Set([
    ...knownFields(before).map(({ name }) => name),
    ...Object.keys(optionsAt(options, 'fields')),
  ]);
  return [...names].map((name): Control => ({
    kind: 'group',
    path: ['fields', name],
    label: name,
    controls: [
      {
        kind: 'choice',
        path: ['fields', name, 'operation'],
        label: 'Use',
        choices: [
          ['', 'Ignored'],
          ['groupby', 'Group by'],
          ['aggregate', 'Calculate'],
        ],
        store: (current, operation) => {
          const { [name]: rule, ...others } = optionsAt(current, 'fields');
          if (operation === undefined) return { ...current, fields: others };
          const aggregations = isOptions(rule) ? textsAt(rule, 'aggregations') : [];
          const fields = optionsAt(current, 'fields');
          return { ...current, fields: { ...fields, [name]: { aggregations, operation } } };
        },
      },
      {
        kind: 'reducers',
        path: ['fields', name, 'aggregations'],
        label: 'Calculations',
        when: is(['fields', name, 'operation'], 'aggregate'),
        store: (current, aggregations) => ({
          ...current,
          fields: {
            ...optionsAt(current, 'fields'),
            [name]: {
              ...optionsAt(current, 'fields', name),
              aggregations: aggregations ?? [],
            },
          },
        }),
      },
    ],
  }));
}

const groupEntries = (options: Options): [string, Options][] =>
  Object.entries(optionsAt(options, 'fields')).flatMap(([name, rule]) =>
    isOptions(rule) && textAt(rule, 'operation') ? [[name, rule]] : [],
  );

export const groupBy: FormSpec = {
  fresh: { fields: {} },
  controls: groupControls,
  names: (options) => groupEntries(options).map(([name]) => name),
  summary: (options) => {
    const entries = groupEntries(options);
    const keys = entries.filter(([, rule]) => rule['operation'] === 'groupby');
    const others = entries.filter(([, rule]) => rule['operation'] === 'aggregate');
    return [
      keys.map(([name]) => name).join(', '),
      ...others.map(([name, rule]) => `${textsAt(rule, 'aggregations').join(', ')} of ${name}`),
    ]
      .filter(Boolean)
      .join('; ');
  },
};

export const groupToNestedTable: FormSpec = {
  ...groupBy,
  controls: (before, options) => [
    ...groupControls(before, options),
    {
      kind: 'switch',
      path: ['showSubframeHeaders'],
      label: 'Show the headers of nested tables',
      fallback: true,
    },
  ],
};
