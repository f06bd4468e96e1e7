import { describe, expect, test } from 'vitest';
import type { DashboardModel } from '../../../../data';
import { createDraftStore, MOST_STEPS } from './store';
import type { Command } from './types';

const saved = (): DashboardModel =>
  ({ title: 'Saved', tags: [], panels: [], schemaVersion: 39 }) as unknown as DashboardModel;

const retitle = (title: string, merge?: string): Command => ({
  label: { verb: 'set', subject: 'dashboard', path: 'title', to: title },
  change: (model) => (model.title === title ? model : { ...model, title }),
  merge,
});

describe('history', () => {
  test('undo returns the very object that was saved, redo the changed one', () => {
    const base = saved();
    const store = createDraftStore({ model: base, version: 1 });
    store.run(retitle('One'));
    const changed = store.get().model;
    expect(store.undo()?.label.to).toBe('One');
    expect(store.get().model).toBe(base);
    expect(store.redo()?.label.to).toBe('One');
    expect(store.get().model).toBe(changed);
    expect(store.redo()).toBeUndefined();
  });

  test('a command that changes nothing is no step', () => {
    const store = createDraftStore({ model: saved(), version: 1 });
    store.run(retitle('Saved'));
    expect(store.get().past).toEqual([]);
  });

  test('typing within a second is one step, with the first value as its start', () => {
    let time = 0;
    const store = createDraftStore({ model: saved(), version: 1 }, { now: () => time });
    store.run(retitle('O', 'title'));
    time = 900;
    store.run(retitle('On', 'title'));
    expect(store.get().past).toHaveLength(1);
    time = 2000;
    store.run(retitle('One', 'title'));
    expect(store.get().past).toHaveLength(2);
    store.closeStep();
    store.run(retitle('One!', 'title'));
    expect(store.get().past).toHaveLength(3);
    store.goTo(0);
    expect(store.get().model.title).toBe('Saved');
  });

  test('going to a step keeps the later ones until something else is changed', () => {
    const store = createDraftStore({ model: saved(), version: 1 });
    for (const title of ['1', '2', '3']) store.run(retitle(title));
    expect(store.goTo(1)?.label.to).toBe('2');
    expect(store.get().model.title).toBe('1');
    expect(store.get().future.map((step) => step.label.to)).toEqual(['2', '3']);
    store.run(retitle('4'));
    expect(store.get().future).toEqual([]);
  });

  test('the oldest steps give way', () => {
    const store = createDraftStore({ model: saved(), version: 1 });
    for (let i = 0; i < MOST_STEPS + 5; i += 1) store.run(retitle(String(i)));
    expect(store.get().past).toHaveLength(MOST_STEPS);
    store.goTo(0);
    expect(store.get().model.title).toBe('4');
  });

  test('saving keeps the history, discarding ends it', () => {
    const store = createDraftStore({ model: saved(), version: 1 });
    store.run(retitle('One'));
    store.rebase({ model: store.get().model, version: 2 });
    expect(store.get().model).toBe(store.get().base.model);
    store.undo();
    expect(store.get().model.title).toBe('Saved');
    store.discard();
    expect(store.get()).toMatchObject({ model: { title: 'One' }, past: [], future: [] });
  });
});
