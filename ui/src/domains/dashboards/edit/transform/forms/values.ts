/** Forms that convert, format and take apart values. */
import { choicesOf, is, listAt, textAt, type FormSpec } from './controls';

const TYPES = ['number', 'string', 'time', 'boolean', 'enum', 'other'];
const convertFieldType: FormSpec = {
  fresh: { conversions: [{ destinationType: 'number' }] },
  controls: [
    {
      kind: 'list',
      path: ['conversions'],
      label: 'Conversions',
      item: 'conversion',
      fresh: { destinationType: 'number' },
      controls: [
        { kind: 'field', path: ['targetField'], label: 'Field' },
        {
          kind: 'choice',
          path: ['destinationType'],
          label: 'Type',
          choices: [['', 'Choose…'], ...choicesOf(...TYPES)],
        },
        {
          kind: 'text',
          path: ['dateFormat'],
          label: 'Date format',
          placeholder: 'YYYY-MM-DD',
          when: is(['destinationType'], 'time', 'string'),
        },
        {
          kind: 'text',
          path: ['timezone'],
          label: 'Time zone',
          placeholder: 'That of the dashboard',
          when: is(['destinationType'], 'string'),
        },
        {
          kind: 'text',
          path: ['joinWith'],
          label: 'Join lists with',
          when: is(['destinationType'], 'string'),
        },
        {
          kind: 'texts',
          path: ['enumConfig', 'text'],
          label: 'Values in order',
          placeholder: 'ok, warning, failed',
          when: is(['destinationType'], 'enum'),
        },
      ],
    },
  ],
  summary: (options) =>
    listAt(options, 'conversions')
      .filter((one) => textAt(one, 'targetField'))
      .map((one) => `${textAt(one, 'targetField')} → ${textAt(one, 'destinationType')}`)
      .join(', '),
};

const extractFields: FormSpec = {
  controls: [
    { kind: 'field', path: ['source'], label: 'Field', placeholder: 'First field' },
    {
      kind: 'choice',
      path: ['format'],
      label: 'Format',
      choices: [
        ['auto', 'Automatic'],
        ['json', 'JSON'],
        ['kvp', 'Key=value pairs'],
        ['delimiter', 'Delimiter'],
        ['regexp', 'Regular expression'],
      ],
    },
    {
      kind: 'text',
      path: ['delimiter'],
      label: 'Delimiter',
      placeholder: ',',
      when: is(['format'], 'delimiter'),
    },
    {
      kind: 'text',
      path: ['regExp'],
      label: 'Expression',
      placeholder: '/(?<NewField>.*)/',
      mono: true,
      hint: 'Named groups become fields.',
      when: is(['format'], 'regexp'),
    },
    {
      kind: 'list',
      path: ['jsonPaths'],
      label: 'Paths',
      hint: 'Without a path, every key becomes a field.',
      item: 'path',
      fresh: { path: '' },
      when: is(['format'], 'json'),
      controls: [
        { kind: 'text', path: ['path'], label: 'Path', placeholder: 'a.b[0].c', mono: true },
        { kind: 'text', path: ['alias'], label: 'Field name', placeholder: 'The path' },
      ],
    },
    { kind: 'switch', path: ['replace'], label: 'Drop all other fields' },
    {
      kind: 'switch',
      path: ['keepTime'],
      label: 'Keep time',
      when: (options) => options['replace'] === true,
    },
  ],
};

const FORMS = ['Upper', 'Lower', 'Sentence', 'Title', 'Pascal', 'Camel', 'Snake', 'Kebab'];
const formatString: FormSpec = {
  fresh: { stringField: '', outputFormat: 'Upper Case' },
  controls: [
    { kind: 'field', path: ['stringField'], label: 'Field', types: ['string'] },
    {
      kind: 'choice',
      path: ['outputFormat'],
      label: 'Format',
      choices: choicesOf(...FORMS.map((form) => `${form} Case`), 'Trim', 'Substring'),
    },
    {
      kind: 'number',
      path: ['substringStart'],
      label: 'Start',
      placeholder: '0',
      when: is(['outputFormat'], 'Substring'),
    },
    {
      kind: 'number',
      path: ['substringEnd'],
      label: 'End',
      placeholder: 'End of the text',
      when: is(['outputFormat'], 'Substring'),
    },
  ],
};

export const valueSpecs: Readonly<Record<string, FormSpec>> = {
  convertFieldType,
  extractFields,
  formatString,
  formatTime: {
    controls: [
      { kind: 'field', path: ['timeField'], label: 'Time field', types: ['time'] },
      { kind: 'text', path: ['outputFormat'], label: 'Format', placeholder: 'YYYY-MM-DD HH:mm' },
      {
        kind: 'text',
        path: ['timezone'],
        label: 'Time zone',
        placeholder: 'That of the dashboard',
      },
    ],
  },
};
