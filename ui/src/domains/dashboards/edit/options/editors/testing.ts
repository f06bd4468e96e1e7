/** Data and surroundings for tests of editors. */
import type { Field, FieldConfig, Frame } from '../../../../../data';
import type { EditorContext } from './types';

export const fieldOf = (name: string, type: Field['type'], values: unknown[]): Field => ({
  name,
  type,
  values,
  config: {},
});

export const frameOf = (...fields: Field[]): Frame => ({
  fields,
  length: fields[0]?.values.length ?? 0,
});

export const numberFrame = (values: unknown[], name = 'p99'): Frame =>
  frameOf(
    fieldOf(
      'Time',
      'time',
      values.map((_, index) => 1000 * index),
    ),
    fieldOf(name, 'number', values),
  );

export const contextWith = (
  frames: readonly Frame[],
  defaults: FieldConfig = {},
  more: Partial<EditorContext> = {},
): EditorContext => ({
  frames,
  options: {},
  fieldConfig: { defaults, overrides: [] },
  interpolate: (text) => text,
  variables: [],
  ...more,
});
