/** The form of each transformation. Paths, ids and defaults are those that dashboards store. */
import { currentId } from '../catalogue';
import { calculateField } from './calculate';
import { configFromData, rowsToFields } from './config';
import { fieldSpecs } from './fields';
import { geoSpecs } from './geo';
import { filterByValue, groupBy, groupToNestedTable } from './rows';
import { isOptions, queriesOf, textAt, type Control, type FormSpec } from './controls';
import { shapeSpecs } from './shapes';
import { valueSpecs } from './values';

const filterByRefId: FormSpec = {
  controls: [
    { kind: 'queries', path: ['include'], label: 'Keep', placeholder: 'All queries' },
    { kind: 'queries', path: ['exclude'], label: 'Drop', placeholder: 'None' },
  ],
  summary: (options) => {
    const [keep, drop] = [textAt(options, 'include'), textAt(options, 'exclude')];
    const list = (text: string) => queriesOf(text).join(', ');
    return [keep && list(keep), drop && `not ${list(drop)}`].filter(Boolean).join(', ');
  },
};

/** Series of several queries have a setting each. */
const timeSeriesTable: FormSpec = {
  controls: (before) =>
    [...new Set(before.map(({ refId }) => refId ?? ''))].map((refId): Control => ({
      kind: 'group',
      path: [refId],
      label: `Query ${refId}`,
      controls: [
        { kind: 'reducer', path: [refId, 'stat'], label: 'Value', fallback: 'lastNotNull' },
        {
          kind: 'field',
          path: [refId, 'timeField'],
          label: 'Time field',
          types: ['time'],
          placeholder: 'First time field',
        },
      ],
    })),
  names: (options) =>
    Object.values(options).flatMap((one) => (isOptions(one) ? [textAt(one, 'timeField')] : [])),
  summary: (options) =>
    Object.entries(options)
      .map(([refId, one]) => (isOptions(one) ? `${refId}: ${textAt(one, 'stat')}` : ''))
      .filter(Boolean)
      .join(', '),
};

const SPECS: Readonly<Record<string, FormSpec>> = {
  ...fieldSpecs,
  ...geoSpecs,
  ...shapeSpecs,
  ...valueSpecs,
  calculateField,
  configFromData,
  filterByRefId,
  filterByValue,
  groupBy,
  groupToNestedTable,
  rowsToFields,
  timeSeriesTable,
};

/** Undefined for ids that this version does not know. */
export function formOf(id: string): FormSpec | undefined {
  const current = currentId(id);
  return Object.hasOwn(SPECS, current) ? SPECS[current] : undefined;
}
