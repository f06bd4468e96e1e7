/**
 * Draws a panel plugin in a test the way a dashboard would: options resolved, field configuration
 * applied.
 */
import { render } from '@testing-library/react';
import { applyFieldConfig, type Field, type FieldConfigSource, type Frame } from '../data';
import { transform } from '../data/transform';
import { resolveOptions } from './options';
import type { PanelDefinition, PanelHost, Theme } from './panel';

export { transform };

export const testTheme: Theme = {
  mode: 'dark',
  token: (name) => `var(${name})`,
  color: (name) =>
    ({ green: '#00aa00', orange: '#ff8800', red: '#ee0000', blue: '#0000ff' })[name] ?? name,
  series: (index) => `var(--c${index + 1})`,
};

export interface PanelCase {
  frames?: Frame[];
  options?: object;
  fieldConfig?: Partial<FieldConfigSource>;
  width?: number;
  height?: number;
  host?: Partial<PanelHost<never>>;
}

export function configured(frames: Frame[], fieldConfig?: Partial<FieldConfigSource>): Frame[] {
  return applyFieldConfig(frames, fieldConfig, {
    themeColor: testTheme.color,
    series: testTheme.series,
    timeZone: 'UTC',
    interpolate: (text) => text,
  });
}

export function renderPanel<O extends object>(
  { Panel, options }: PanelDefinition<O>,
  { frames = [], ...test }: PanelCase,
) {
  const element = (given: Frame[]) => (
    <Panel
      id="panel-1"
      title="Panel"
      options={resolveOptions(options, test.options)}
      data={{ state: 'done', frames: configured(given, test.fieldConfig), annotations: [] }}
      timeRange={{ from: 0, to: 3_600_000, raw: { from: 'now-1h', to: 'now' } }}
      timeZone="UTC"
      width={test.width ?? 400}
      height={test.height ?? 200}
      theme={testTheme}
      host={{ ...quietHost, ...test.host } as PanelHost<O>}
    />
  );
  const view = render(element(frames));
  return { ...view, update: (next: Frame[]) => view.rerender(element(next)) };
}

const quietHost: PanelHost<never> = {
  setOptions: () => {},
  setTimeRange: () => {},
  setVariable: () => {},
  interpolate: (text) => text,
  resolveLinks: () => [],
  crosshair: { publish: () => {}, subscribe: () => () => {}, mode: 0 },
  notify: () => {},
};

/** A frame out of columns: `frame({ name: 'Value', values: [1, 2] })`. */
export function frame(...columns: (Pick<Field, 'name' | 'values'> & Partial<Field>)[]): Frame {
  const fields = columns.map((column): Field => ({
    type: typeOf(column.values),
    config: {},
    ...column,
  }));
  return { fields, length: Math.max(0, ...fields.map(({ values }) => values.length)) };
}

/** A series of one number a second. */
export function series(name: string, values: unknown[], config: Field['config'] = {}): Frame {
  const times = values.map((_, index) => index * 1000);
  return frame(
    { name: 'Time', type: 'time', values: times },
    { name: 'Value', type: 'number', values, config: { displayNameFromDS: name, ...config } },
  );
}

function typeOf(values: readonly unknown[]): Field['type'] {
  const known = values.find((value) => value !== null && value !== undefined);
  const kinds: Record<string, Field['type']> = {
    number: 'number',
    string: 'string',
    boolean: 'boolean',
  };
  return kinds[typeof known] ?? (known === undefined ? 'number' : 'other');
}
