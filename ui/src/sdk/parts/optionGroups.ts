/**
 * Option groups that panels of single values share, with the stored keys and defaults of Grafana
 * 10.4.
 */
import type { Choice, OptionBuilder } from '../options';
import { FieldsEditor } from './customEditors';

export const reducerChoices: readonly Choice<string>[] = [
  ['lastNotNull', 'Last *'],
  ['last', 'Last'],
  ['firstNotNull', 'First *'],
  ['first', 'First'],
  ['min', 'Min'],
  ['max', 'Max'],
  ['mean', 'Mean'],
  ['sum', 'Total'],
  ['count', 'Count'],
  ['median', 'Median'],
  ['range', 'Range'],
  ['delta', 'Delta'],
  ['step', 'Step'],
  ['diff', 'Difference'],
  ['diffperc', 'Difference in percent'],
  ['logmin', 'Min above zero'],
  ['allIsZero', 'All zeros'],
  ['allIsNull', 'All nulls'],
  ['changeCount', 'Change count'],
  ['distinctCount', 'Distinct count'],
  ['variance', 'Variance'],
  ['stdDev', 'Standard deviation'],
  ['p50', '50th percentile'],
  ['p90', '90th percentile'],
  ['p95', '95th percentile'],
  ['p99', '99th percentile'],
].map(([value, label]) => ({ value: value as string, label: label as string }));

export function reduceOptions<O extends object>(
  builder: OptionBuilder<O>,
  calcs: string[] = ['lastNotNull'],
) {
  return builder
    .group('Value options', { part: 'value' })
    .radio(
      'reduceOptions.values',
      'Show',
      [
        { value: false, label: 'Calculate', description: 'One value per column' },
        { value: true, label: 'All values', description: 'One value per row' },
      ],
      false,
    )
    .number('reduceOptions.limit', 'Limit', null, {
      min: 1,
      max: 5000,
      placeholder: '25',
      when: (o) => o.reduceOptions.values,
    })
    .multi('reduceOptions.calcs', 'Calculation', reducerChoices, calcs, {
      when: (o) => !o.reduceOptions.values,
    })
    .custom<'reduceOptions.fields', string>('reduceOptions.fields', 'Fields', '', FieldsEditor, {
      help: 'Field name or /pattern/. Default: all number fields.',
    });
}

export function textSizeOptions<O extends object>(builder: OptionBuilder<O>) {
  return valueSizeOptions(
    builder
      .group('Text size')
      .number('text.titleSize', 'Title', null, { ...TEXT_SIZE, part: 'name' }),
  );
}

/** For panels whose names have a size of their own. */
export function valueSizeOptions<O extends object>(builder: OptionBuilder<O>) {
  return builder
    .group('Text size')
    .number('text.valueSize', 'Value', null, { ...TEXT_SIZE, part: 'value' });
}

const TEXT_SIZE = {
  min: 1,
  max: 200,
  unit: 'px',
  placeholder: 'Auto',
  keywords: ['font size'],
};

/** How the values of a panel are laid out. */
export const orientationChoices = choices(
  'auto',
  'Auto',
  'horizontal',
  'Horizontal',
  'vertical',
  'Vertical',
);

/** Pairs of value and label, flat: `choices('list', 'List', 'table', 'Table')`. */
export function choices<const T extends readonly string[]>(...pairs: T): Choice<EvenItems<T>>[] {
  const result: Choice<EvenItems<T>>[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    result.push({ value: pairs[i] as EvenItems<T>, label: pairs[i + 1] as string });
  }
  return result;
}

type EvenItems<T extends readonly string[]> = T extends readonly [
  infer V extends string,
  string,
  ...infer Rest extends readonly string[],
]
  ? V | EvenItems<Rest>
  : never;
