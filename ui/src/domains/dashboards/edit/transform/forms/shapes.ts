/** Forms that change the shape of frames: joins, tables of series, buckets. */
import { choicesOf, is, textAt, type Control, type FormSpec, type Options } from './controls';

const emptyForm: FormSpec = { controls: [], summary: () => '' };

const joinByField: FormSpec = {
  fresh: { mode: 'outer' },
  controls: [
    {
      kind: 'choice',
      path: ['mode'],
      label: 'Mode',
      choices: [
        ['outer', 'Outer (time series)'],
        ['outerTabular', 'Outer (tables)'],
        ['inner', 'Inner'],
      ],
    },
    { kind: 'field', path: ['byField'], label: 'Field', placeholder: 'Time' },
  ],
  summary: (options) =>
    `${textAt(options, 'byField') || 'time'}, ${textAt(options, 'mode').replace(/Tab.*/, '') || 'outer'}`,
};

const concatenate: FormSpec = {
  fresh: { frameNameMode: 'field', frameNameLabel: 'frame' },
  controls: [
    {
      kind: 'choice',
      path: ['frameNameMode'],
      label: 'Frame name',
      choices: [
        ['field', 'Before the field name'],
        ['label', 'As a label'],
        ['drop', 'Drop'],
      ],
    },
    {
      kind: 'text',
      path: ['frameNameLabel'],
      label: 'Label',
      placeholder: 'frame',
      when: is(['frameNameMode'], 'label'),
    },
  ],
};

const groupingToMatrix: FormSpec = {
  fresh: { columnField: 'Time', rowField: 'Time', valueField: 'Value' },
  controls: [
    { kind: 'field', path: ['columnField'], label: 'Columns', placeholder: 'Time' },
    { kind: 'field', path: ['rowField'], label: 'Rows', placeholder: 'Time' },
    { kind: 'field', path: ['valueField'], label: 'Values', placeholder: 'Value' },
    {
      kind: 'choice',
      path: ['emptyValue'],
      label: 'Empty cells',
      choices: [
        ['empty', 'Empty text'],
        ['null', 'Null'],
        ['zero', 'Zero'],
        ['true', 'True'],
        ['false', 'False'],
      ],
    },
  ],
  summary: (options) => {
    const name = (key: string, fallback: string) => textAt(options, key) || fallback;
    return `${name('valueField', 'Value')} by ${name('rowField', 'Time')} and ${name('columnField', 'Time')}`;
  },
};

const joinByLabels: FormSpec = {
  controls: [
    {
      kind: 'label',
      path: ['value'],
      label: 'Label of the columns',
      hint: 'Each of its values becomes a field.',
    },
    { kind: 'labels', path: ['join'], label: 'Labels of the rows', placeholder: 'All others' },
  ],
};

const partitionByValues: FormSpec = {
  controls: [
    { kind: 'fields', path: ['fields'], label: 'Fields' },
    { kind: 'switch', path: ['keepFields'], label: 'Keep the fields' },
    {
      kind: 'switch',
      path: ['naming', 'asLabels'],
      label: 'Values as labels',
      fallback: (options) => options['naming'] === undefined,
      store: (options, value) => ({
        ...options,
        naming: { ...(options['naming'] as object), asLabels: value },
      }),
    },
    ...[
      { kind: 'switch' as const, path: ['naming', 'append'], label: 'After the frame name' },
      { kind: 'switch' as const, path: ['naming', 'withNames'], label: 'With field names' },
      {
        kind: 'text' as const,
        path: ['naming', 'separator1'],
        label: 'Between name and value',
        placeholder: '=',
      },
      {
        kind: 'text' as const,
        path: ['naming', 'separator2'],
        label: 'Between values',
        placeholder: 'space',
      },
    ].map((control): Control => ({
      ...control,
      when: (options) => options['naming'] !== undefined && !isLabelled(options),
    })),
  ],
};

const isLabelled = (options: Options): boolean =>
  (options['naming'] as Options | undefined)?.['asLabels'] === true;

const prepareTimeSeries: FormSpec = {
  fresh: { format: 'wide' },
  controls: [
    {
      kind: 'choice',
      path: ['format'],
      label: 'Format',
      choices: [
        ['wide', 'Wide: one frame, a field for each series'],
        ['multi', 'Multi-frame: a frame for each series'],
        ['long', 'Long: one frame, labels as fields'],
      ],
    },
  ],
  summary: (options) => textAt(options, 'format') || 'wide',
};

const histogram: FormSpec = {
  controls: [
    { kind: 'number', path: ['bucketCount'], label: 'Number of buckets', placeholder: '30' },
    { kind: 'number', path: ['bucketSize'], label: 'Bucket size', placeholder: 'Automatic' },
    { kind: 'number', path: ['bucketOffset'], label: 'Bucket offset', placeholder: '0' },
    { kind: 'switch', path: ['combine'], label: 'Combine series' },
  ],
  summary: (options) => {
    const size = textAt(options, 'bucketSize');
    return size ? `buckets of ${size}` : `${textAt(options, 'bucketCount') || 30} buckets`;
  },
};

const isLog = is(['yBuckets', 'scale', 'type'], 'log');
const buckets = (axis: 'xBuckets' | 'yBuckets', name: string, sizeHint: string): Control[] => [
  {
    kind: 'choice',
    path: [axis, 'mode'],
    label: `${name} buckets`,
    choices: [
      ['', 'Automatic'],
      ['size', 'By size'],
      ['count', 'By number'],
    ],
    when: (options) => axis === 'xBuckets' || !isLog(options),
  },
  {
    kind: 'number',
    path: [axis, 'value'],
    label: `${name} value`,
    placeholder: sizeHint,
    when: (options) =>
      is([axis, 'mode'], 'size', 'count')(options) && (axis === 'xBuckets' || !isLog(options)),
  },
];

const heatmap: FormSpec = {
  controls: [
    ...buckets('xBuckets', 'Time', '1m'),
    ...buckets('yBuckets', 'Value', '10'),
    {
      kind: 'choice',
      path: ['yBuckets', 'scale', 'type'],
      label: 'Value scale',
      choices: [
        ['linear', 'Linear'],
        ['log', 'Logarithmic'],
      ],
    },
    {
      kind: 'choice',
      path: ['yBuckets', 'scale', 'log'],
      label: 'Base',
      choices: choicesOf('10', '2'),
      when: isLog,
      store: (options, value) => {
        const y = (options['yBuckets'] ?? {}) as Options;
        return { ...options, yBuckets: { ...y, scale: { type: 'log', log: Number(value) } } };
      },
    },
    {
      kind: 'number',
      path: ['yBuckets', 'value'],
      label: 'Splits of each power',
      placeholder: '1',
      when: isLog,
    },
    { kind: 'switch', path: ['keepOriginalData'], label: 'Keep the original frames' },
  ],
};

const regression: FormSpec = {
  fresh: { modelType: 'linear', predictionCount: 100 },
  controls: [
    { kind: 'field', path: ['xFieldName'], label: 'X field', placeholder: 'Time' },
    {
      kind: 'field',
      path: ['yFieldName'],
      label: 'Y field',
      types: ['number'],
      placeholder: 'First number field',
    },
    {
      kind: 'choice',
      path: ['modelType'],
      label: 'Model',
      choices: [
        ['linear', 'Linear'],
        ['polynomial', 'Polynomial'],
      ],
    },
    {
      kind: 'choice',
      path: ['degree'],
      label: 'Degree',
      choices: choicesOf('2', '3', '4', '5'),
      when: is(['modelType'], 'polynomial'),
      store: (options, value) => ({ ...options, degree: Number(value) }),
    },
    { kind: 'number', path: ['predictionCount'], label: 'Points', placeholder: '100' },
  ],
};

export const shapeSpecs: Readonly<Record<string, FormSpec>> = {
  concatenate,
  groupingToMatrix,
  heatmap,
  histogram,
  joinByField,
  joinByLabels,
  merge: emptyForm,
  partitionByValues,
  prepareTimeSeries,
  regression,
  seriesToRows: emptyForm,
  smoothing: {
    controls: [
      {
        kind: 'number',
        path: ['resolution'],
        label: 'Resolution',
        placeholder: '100',
        hint: 'The number of points that are averaged; fewer give a smoother line.',
      },
    ],
  },
  transpose: {
    controls: [
      { kind: 'text', path: ['firstFieldName'], label: 'First field', placeholder: 'Field' },
      { kind: 'text', path: ['restFieldsName'], label: 'Other fields', placeholder: 'Value' },
    ],
  },
};
