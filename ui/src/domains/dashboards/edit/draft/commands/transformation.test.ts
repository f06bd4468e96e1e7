import { describe, expect, test } from 'vitest';
import type { DashboardModel, PanelModel, Transformation } from '../../../../../data';
import { findPanel } from '../../model/panels';
import { createDraftStore, type DraftStore } from '../store';
import type { Command } from '../types';
import {
  addTransformation,
  duplicateTransformation,
  moveTransformation,
  removeTransformation,
  setTransformationDisabled,
  setTransformationFilter,
  setTransformationOptions,
} from './transformation';

const step = (id: string, extra: Partial<Transformation> = {}): Transformation => ({
  id,
  options: { kept: true },
  ...extra,
});

function store(transformations?: Transformation[]): DraftStore {
  const panel = { id: 2, type: 'table', ...(transformations && { transformations }), other: 1 };
  const row = { id: 1, type: 'row', panels: [panel] };
  return createDraftStore({
    model: { title: 'Board', panels: [row, { id: 3, type: 'stat' }] } as unknown as DashboardModel,
    version: 1,
  });
}
const panelOf = (draft: DraftStore): PanelModel => findPanel(draft.get().model, 2) as PanelModel;
const idsOf = (draft: DraftStore): string[] =>
  (panelOf(draft).transformations ?? []).map(({ id }) => id);
const at = (index: number, name = 'Step') => ({ panel: 2, index, name });

describe('commands on the steps of a panel', () => {
  test.each<[string, Command, string[]]>([
    ['adds at the end', addTransformation(at(9), step('new')), ['a', 'b', 'c', 'new']],
    ['inserts', addTransformation(at(1), step('new')), ['a', 'new', 'b', 'c']],
    ['duplicates', duplicateTransformation(at(1)), ['a', 'b', 'b', 'c']],
    ['removes', removeTransformation(at(0)), ['b', 'c']],
    ['moves down', moveTransformation(at(0), 2), ['b', 'c', 'a']],
    ['moves up', moveTransformation(at(2), 0), ['c', 'a', 'b']],
    ['keeps one at the end in its place', moveTransformation(at(2), 3), ['a', 'b', 'c']],
    ['ignores a step that is gone', duplicateTransformation(at(7)), ['a', 'b', 'c']],
  ])('%s', (_name, command, wanted) => {
    const draft = store([step('a'), step('b'), step('c')]);
    const before = draft.get().model;
    draft.run(command);
    expect(idsOf(draft)).toEqual(wanted);
    draft.undo();
    expect(draft.get().model).toBe(before);
  });

  test('a step that was added and removed again leaves no trace', () => {
    const draft = store();
    const before = JSON.stringify(draft.get().model);
    draft.run(addTransformation(at(0), step('a')));
    expect(panelOf(draft).transformations).toHaveLength(1);
    draft.run(removeTransformation(at(0)));
    expect(JSON.stringify(draft.get().model)).toBe(before);
  });

  test('a step that is on again has no key for it', () => {
    const draft = store([step('a')]);
    const before = JSON.stringify(draft.get().model);
    draft.run(setTransformationDisabled(at(0), true));
    expect(panelOf(draft).transformations?.[0]).toMatchObject({ id: 'a', disabled: true });
    draft.run(setTransformationDisabled(at(0), false));
    expect(JSON.stringify(draft.get().model)).toBe(before);
  });

  test('a filter is set and removed', () => {
    const draft = store([step('a')]);
    draft.run(setTransformationFilter(at(0), { id: 'byRefId', options: 'A' }));
    expect(panelOf(draft).transformations?.[0]?.filter).toEqual({ id: 'byRefId', options: 'A' });
    draft.run(setTransformationFilter(at(0), undefined));
    expect(panelOf(draft).transformations?.[0]).not.toHaveProperty('filter');
  });

  test('typing in a form is one step of the history, which names the transformation', () => {
    const draft = store([step('a'), step('b')]);
    const [kept] = panelOf(draft).transformations ?? [];
    draft.run(setTransformationOptions(at(1, 'Limit'), { limitField: 1 }));
    draft.run(setTransformationOptions(at(1, 'Limit'), { limitField: 12 }));
    expect(draft.get().past).toHaveLength(1);
    expect(draft.get().past[0]?.label).toMatchObject({ name: 'Limit', panel: 2, path: 'options' });
    expect(panelOf(draft).transformations?.[1]?.options).toEqual({ limitField: 12 });
    expect(panelOf(draft).transformations?.[0]).toBe(kept);
    expect(Object.keys(panelOf(draft)).at(-1)).toBe('other');
  });
});
