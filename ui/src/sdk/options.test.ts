import { describe, expect, it } from 'vitest';
import {
  type OptionBuilder,
  optionAt,
  optionDefinitions,
  resolveOptions,
  withOption,
} from './options';

const build = (b: OptionBuilder) =>
  b
    .group('Look')
    .switch('legend.showLegend', 'Show legend', true)
    .select(
      'legend.placement',
      'Placement',
      [
        { value: 'bottom', label: 'Bottom' },
        { value: 'right', label: 'Right' },
      ],
      'bottom',
      {
        when: (o) => o.legend.showLegend,
      },
    )
    .number('limit', 'Limit', null);

describe('resolveOptions', () => {
  it('fills in what is missing and keeps what is stored, known or not', () => {
    const stored = { legend: { placement: 'right', width: 200 }, extra: [1] };
    expect(resolveOptions(build, stored)).toEqual({
      legend: { showLegend: true, placement: 'right', width: 200 },
      limit: null,
      extra: [1],
    });
    expect(stored).toEqual({ legend: { placement: 'right', width: 200 }, extra: [1] });
  });

  it('survives stored values of the wrong shape', () => {
    expect(resolveOptions(build, null).legend.placement).toBe('bottom');
    expect(resolveOptions(build, { legend: 'yes' }).legend.showLegend).toBe(true);
  });

  it('never lets two panels share a nested default', () => {
    const first = resolveOptions(build, {});
    first.legend.showLegend = false;
    expect(resolveOptions(build, {}).legend.showLegend).toBe(true);
  });
});

describe('optionDefinitions', () => {
  it('describes editors in order, with their group and condition', () => {
    const [show, placement] = optionDefinitions(build);
    expect(show).toMatchObject({
      path: 'legend.showLegend',
      group: 'Look',
      editor: { kind: 'switch' },
    });
    expect(placement?.when?.({ legend: { showLegend: false } })).toBe(false);
  });
});

describe('withOption', () => {
  it('replaces one value at its path and shares the rest', () => {
    const options = { a: { b: 1, c: 2 }, d: { e: 3 } };
    const changed = withOption(options, 'a.b', 5);
    expect(changed).toEqual({ a: { b: 5, c: 2 }, d: { e: 3 } });
    expect(changed.d).toBe(options.d);
    expect(optionAt(changed, 'a.b')).toBe(5);
  });
});
