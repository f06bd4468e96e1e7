/** Forms in which columns become settings of fields. */
import {
  choicesOf,
  is,
  listAt,
  textAt,
  type Choice,
  type Control,
  type FormSpec,
} from './controls';

const HANDLERS: readonly Choice[] = [
  ['field.name', 'Field name'],
  ['field.value', 'Field value'],
  ['field.label', 'Field label'],
  ['max', 'Max'],
  ['min', 'Min'],
  ['unit', 'Unit'],
  ['decimals', 'Decimals'],
  ['displayName', 'Display name'],
  ['color', 'Color'],
  ['threshold1', 'Threshold'],
  ['mappings.value', 'Value mapping: value'],
  ['mappings.text', 'Value mapping: text'],
  ['mappings.color', 'Value mapping: color'],
  ['__ignore', 'Not used'],
];

const mappings = (handlers: readonly Choice[], more: readonly Control[] = []): Control => ({
  kind: 'list',
  path: ['mappings'],
  label: 'Columns',
  hint: 'A column that is not listed is used by its name, for example max or unit.',
  item: 'column',
  fresh: {},
  controls: [
    { kind: 'field', path: ['fieldName'], label: 'Column' },
    {
      kind: 'choice',
      path: ['handlerKey'],
      label: 'Used as',
      choices: [['', 'Choose…'], ...handlers],
    },
    ...more,
  ],
});

const applyIs = (...ids: string[]) => is(['applyTo', 'id'], ...ids);
export const configFromData: FormSpec = {
  controls: [
    { kind: 'query', path: ['configRefId'], label: 'Query with the settings' },
    {
      kind: 'choice',
      path: ['applyTo', 'id'],
      label: 'Apply to',
      choices: [
        ['numeric', 'Number fields'],
        ['byName', 'Field with name'],
        ['byRegexp', 'Fields with name matching'],
        ['byType', 'Fields with type'],
        ['byFrameRefID', 'Fields of query'],
      ],
      store: (options, id) => ({ ...options, applyTo: { id } }),
    },
    { kind: 'field', path: ['applyTo', 'options'], label: 'Field', when: applyIs('byName') },
    {
      kind: 'text',
      path: ['applyTo', 'options'],
      label: 'Expression',
      mono: true,
      when: applyIs('byRegexp'),
    },
    {
      kind: 'choice',
      path: ['applyTo', 'options'],
      label: 'Type',
      choices: [['', 'Choose…'], ...choicesOf('number', 'string', 'time', 'boolean')],
      when: applyIs('byType'),
    },
    { kind: 'query', path: ['applyTo', 'options'], label: 'Query', when: applyIs('byFrameRefID') },
    mappings(
      HANDLERS.filter(([id]) => !id.startsWith('field.')),
      [{ kind: 'reducer', path: ['reducerId'], label: 'Value', fallback: 'lastNotNull' }],
    ),
  ],
  summary: (options) => `from ${textAt(options, 'configRefId') || 'config'}`,
};

export const rowsToFields: FormSpec = {
  controls: [mappings(HANDLERS.filter(([id]) => !id.startsWith('mappings.')))],
  summary: (options) =>
    listAt(options, 'mappings')
      .map((one) => `${textAt(one, 'fieldName')} as ${textAt(one, 'handlerKey')}`)
      .join(', '),
};
