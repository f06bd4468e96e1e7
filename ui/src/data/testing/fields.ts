/** A page and frames for tests of fields. */
import type { FieldContext } from '../field/context';
import type { Field, Frame } from '../frame';

export const ctx: FieldContext = {
  themeColor: (name) => `css(${name})`,
  series: (index) => `series-${index}`,
  timeZone: 'UTC',
  interpolate: (text, scope) =>
    text.replace(/\$\{([^}]+)\}/g, (whole, name: string) => scope?.[name] ?? whole),
};

export const field = (name: string, values: unknown[], extra: Partial<Field> = {}): Field => ({
  name,
  type: 'number',
  values,
  config: {},
  ...extra,
});
export const frame = (fields: Field[], extra: Partial<Frame> = {}): Frame => ({
  fields,
  length: fields[0]?.values.length ?? 0,
  ...extra,
});
export const time = (name = 'Time'): Field => field(name, [0, 1], { type: 'time' });
