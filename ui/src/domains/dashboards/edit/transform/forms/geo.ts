/** Forms about places. */
import { is, type Control, type FormSpec, type Options } from './controls';

const gazetteer: Extract<Control, { kind: 'choice' }> = {
  kind: 'choice',
  path: ['gazetteer'],
  label: 'Gazetteer',
  choices: [
    ['public/gazetteer/countries.json', 'Countries'],
    ['public/gazetteer/usa-states.json', 'States of the USA'],
  ],
};

type Condition = (options: Options) => boolean;

function location(path: readonly string[], name: string, when: Condition): Control[] {
  const inMode = (mode: string) => (options: Options) =>
    when(options) && is([...path, 'mode'], mode)(options);
  return [
    {
      kind: 'choice',
      path: [...path, 'mode'],
      label: name,
      choices: [
        ['auto', 'Automatic'],
        ['coords', 'Coordinates'],
        ['geohash', 'Geohash'],
        ['lookup', 'Lookup'],
      ],
      when,
    },
    { kind: 'field', path: [...path, 'latitude'], label: 'Latitude', when: inMode('coords') },
    { kind: 'field', path: [...path, 'longitude'], label: 'Longitude', when: inMode('coords') },
    { kind: 'field', path: [...path, 'geohash'], label: 'Geohash', when: inMode('geohash') },
    { kind: 'field', path: [...path, 'lookup'], label: 'Lookup field', when: inMode('lookup') },
    { ...gazetteer, path: [...path, 'gazetteer'], when: inMode('lookup') },
  ];
}

const spatial: FormSpec = {
  fresh: { action: 'prepare', source: { mode: 'auto' } },
  controls: [
    {
      kind: 'choice',
      path: ['action'],
      label: 'Action',
      choices: [
        ['prepare', 'Prepare spatial field'],
        ['calculate', 'Calculate value'],
        ['modify', 'Make lines'],
      ],
    },
    ...location(['source'], 'Location', () => true),
    {
      kind: 'choice',
      path: ['calculate', 'calc'],
      label: 'Value',
      choices: [
        ['heading', 'Heading'],
        ['distance', 'Length'],
        ['area', 'Area'],
      ],
      when: is(['action'], 'calculate'),
    },
    {
      kind: 'text',
      path: ['calculate', 'field'],
      label: 'Field name',
      placeholder: 'Automatic',
      when: is(['action'], 'calculate'),
    },
    {
      kind: 'choice',
      path: ['modify', 'op'],
      label: 'Lines',
      choices: [
        ['asLine', 'One line through all rows'],
        ['lineBuilder', 'A line in each row'],
      ],
      when: is(['action'], 'modify'),
    },
    ...location(
      ['modify', 'target'],
      'Target',
      (options) =>
        is(['action'], 'modify')(options) && is(['modify', 'op'], 'lineBuilder')(options),
    ),
  ],
};

export const geoSpecs: Readonly<Record<string, FormSpec>> = {
  fieldLookup: {
    controls: [{ kind: 'field', path: ['lookupField'], label: 'Field' }, gazetteer],
  },
  spatial,
};
