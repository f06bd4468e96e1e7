import { describe, expect, test } from 'vitest';
import type { DashboardModel, VariableModel } from '../../../../../data';
import { createDraftStore, type DraftStore } from '../store';
import type { Command } from '../types';
import {
  addVariable,
  changeVariableType,
  duplicateVariable,
  freeVariableName,
  moveVariable,
  removeVariable,
  renameVariable,
  setVariable,
} from './variable';

const variable = (name: string, more: Partial<VariableModel> = {}): VariableModel => ({
  name,
  type: 'custom',
  query: '1,2',
  ...more,
});

function store(list = [variable('a'), variable('b', { kept: 1 }), variable('c')]): DraftStore {
  return createDraftStore({
    version: 1,
    model: {
      title: 'Load of $b',
      panels: [
        {
          id: 1,
          type: 'timeseries',
          title: '${b:text}',
          repeat: 'b',
          datasource: { type: 'prometheus', uid: 'p' },
          targets: [{ refId: 'A', expr: 'up{job=~"$b"}' }],
        },
      ],
      templating: { list },
      annotations: { list: [] },
      links: [{ title: 'Runbook', url: '/runbook?job=[[b]]' }],
    } as unknown as DashboardModel,
  });
}

const namesOf = (draft: DraftStore) => draft.get().model.templating.list.map(({ name }) => name);

describe('commands on the variables', () => {
  test.each<[string, Command, string[]]>([
    ['adds at the end', addVariable(variable('d')), ['a', 'b', 'c', 'd']],
    ['duplicates below', duplicateVariable('a', 'a2'), ['a', 'a2', 'b', 'c']],
    ['removes', removeVariable('b'), ['a', 'c']],
    ['moves', moveVariable('a', 2), ['b', 'c', 'a']],
    ['keeps one at the end in its place', moveVariable('c', 3), ['a', 'b', 'c']],
  ])('%s', (_name, command, wanted) => {
    const draft = store();
    const before = draft.get().model;
    draft.run(command);
    expect(namesOf(draft)).toEqual(wanted);
    draft.undo();
    expect(draft.get().model).toBe(before);
  });

  test('a rename changes every reference in one step', () => {
    const draft = store();
    draft.run(renameVariable(draft.get().model, 'b', 'job'));
    const { model, past } = draft.get();
    expect(namesOf(draft)).toEqual(['a', 'job', 'c']);
    expect(model.title).toBe('Load of $job');
    expect(model.panels[0]).toMatchObject({ title: '${job:text}', repeat: 'job' });
    expect(model.panels[0]?.targets?.[0]).toMatchObject({ expr: 'up{job=~"$job"}' });
    expect(model.links[0]?.url).toBe('/runbook?job=[[job]]');
    expect(past).toHaveLength(1);
    expect(past[0]?.label).toMatchObject({ verb: 'rename', from: 'b', to: 'job', count: 3 });
  });

  test('a removed variable leaves its value in queries, titles and links', () => {
    const draft = store();
    const value = { value: ['x.y', 'z'], text: ['X', 'Z'], multi: true };
    const formatOf = (ref: unknown) => (ref ? 'promql' : undefined);
    draft.run(removeVariable('b', { value, formatOf }));
    const { model, past } = draft.get();
    expect(namesOf(draft)).toEqual(['a', 'c']);
    expect(model.panels[0]).toMatchObject({ title: 'X + Z' });
    expect(model.panels[0]).not.toHaveProperty('repeat');
    expect(model.panels[0]?.targets?.[0]?.expr).toBe('up{job=~"(x\\\\.y|z)"}');
    expect(model.links[0]?.url).toBe('/runbook?job={x.y,z}');
    expect(past).toHaveLength(1);
    draft.undo();
    expect(draft.get().model).toBe(draft.get().base.model);
  });

  test('typing is one step, and a default leaves nothing behind', () => {
    const draft = store();
    const { base } = draft.get();
    for (const label of ['S', 'Se', 'Ser'])
      draft.run(setVariable(variable('b'), ['label'], label, base));
    expect(draft.get().past).toHaveLength(1);
    expect(draft.get().model.templating.list[1]).toEqual({
      ...variable('b', { kept: 1 }),
      label: 'Ser',
    });
    draft.run(setVariable(variable('b'), ['label'], '', base));
    expect(draft.get().model.templating.list[1]).not.toHaveProperty('label');
  });

  test('a default that was saved stays written', () => {
    const draft = store([variable('b', { multi: true })]);
    draft.run(setVariable(variable('b'), ['multi'], false, draft.get().base));
    expect(draft.get().model.templating.list[0]).toMatchObject({ multi: false });
  });

  test('a text box shows its new default', () => {
    const box = variable('t', { type: 'textbox', query: 'x', current: { text: 'x', value: 'x' } });
    const draft = store([box]);
    draft.run(setVariable(box, ['query'], 'y', draft.get().base));
    expect(draft.get().model.templating.list[0]).toMatchObject({
      query: 'y',
      current: { text: 'y', value: 'y' },
    });
  });

  test('another type takes the place of the variable', () => {
    const draft = store();
    draft.run(changeVariableType(variable('b'), { name: 'b', type: 'textbox', query: '' }));
    expect(draft.get().model.templating.list[1]).toEqual({ name: 'b', type: 'textbox', query: '' });
  });

  test('a new name is free', () => {
    expect(freeVariableName(store().get().model, 'b')).toBe('b2');
    expect(freeVariableName(store().get().model, 'new')).toBe('new');
  });
});
