import { describe, expect, it } from 'vitest';
import type { TimeRange, VariableModel } from '../../../data';
import type { VariableState } from '../session/variableStore';
import { findStoredPanel, withStoredPanel, withTimeRange, withVariableValues } from './storedEdits';

const model = {
  title: 'T',
  custom: { kept: true },
  panels: [
    { id: 1, type: 'stat' },
    { id: 2, type: 'row', panels: [{ id: 3, type: 'graph', unknown: 1 }] },
  ],
  rows: [{ title: 'old', panels: [{ id: 9, type: 'singlestat' }] }],
};

describe('editing what is stored', () => {
  it('finds panels inside rows, new and old', () => {
    expect(findStoredPanel(model, 3)).toEqual({ id: 3, type: 'graph', unknown: 1 });
    expect(findStoredPanel(model, 9)).toEqual({ id: 9, type: 'singlestat' });
    expect(findStoredPanel(model, 4)).toBeUndefined();
  });

  it('replaces one panel and leaves everything else as it was', () => {
    const next = withStoredPanel(model, 3, { id: 3, type: 'stat' });
    expect(next).toEqual({
      ...model,
      panels: [model.panels[0], { id: 2, type: 'row', panels: [{ id: 3, type: 'stat' }] }],
    });
    expect(model.panels[1]?.panels?.[0]).toEqual({ id: 3, type: 'graph', unknown: 1 });
  });

  it('stores a time range, absolute times as dates', () => {
    const range: TimeRange = { from: 0, to: 1, raw: { from: '0', to: 'now' } };
    expect(withTimeRange({ title: 'T', time: { zone: 'kept' } }, range, '5s')).toEqual({
      title: 'T',
      time: { zone: 'kept', from: '1970-01-01T00:00:00.000Z', to: 'now' },
      refresh: '5s',
    });
  });

  it('stores what is selected, in the shape the variable has', () => {
    const variable: VariableModel = { name: 'job', type: 'query', multi: true };
    const state: VariableState = {
      model: variable,
      selected: ['a'],
      choices: [{ text: 'A', value: 'a' }],
      filters: [],
      status: 'ready',
    };
    const next = withVariableValues(
      { templating: { list: [{ name: 'job', extra: 1 }, { name: 'other' }] } },
      new Map([['job', state]]),
    );
    expect(next).toEqual({
      templating: {
        list: [
          { name: 'job', extra: 1, current: { selected: true, text: ['A'], value: ['a'] } },
          { name: 'other' },
        ],
      },
    });
  });
});
