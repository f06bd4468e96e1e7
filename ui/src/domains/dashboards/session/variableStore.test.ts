import { describe, expect, it } from 'vitest';
import type { TimeRange, VariableModel } from '../../../data';
import { createVariableStore, type LookUp, type VariableStoreOptions } from './variableStore';

const range: TimeRange = { from: 0, to: 1, raw: { from: 'now-1h', to: 'now' } };
const query = (name: string, text: string, more: Partial<VariableModel> = {}): VariableModel => ({
  name,
  type: 'query',
  query: text,
  refresh: 1,
  ...more,
});
const choices = (...values: string[]) => values.map((value) => ({ text: value, value }));
const dependenciesOf: VariableStoreOptions['dependenciesOf'] = (model, names) =>
  names.filter((name) =>
    name !== model.name
      ? String(model.query).includes(`$${name}`)
      : String(model.query).includes(`$${name}`),
  );

/** Answers a query from a table, with the values of other variables filled in; `null` fails. */
function setUp(
  models: VariableModel[],
  table: Record<string, string[] | null>,
  asked: Record<string, string[]> = {},
) {
  const asks: string[] = [];
  const lookUp = async ({ model, states, search }: LookUp) => {
    const text =
      String(model.query).replace(/\$(\w+)/g, (_, name: string) =>
        (states.get(name)?.selected ?? []).join('+'),
      ) + search;
    asks.push(text);
    await Promise.resolve();
    const found = table[text];
    if (!found) throw new Error(`no answer for ${text}`);
    return choices(...found);
  };
  const store = createVariableStore({
    models,
    range,
    asked,
    parseFilters: () => [],
    dependenciesOf,
    lookUp,
  });
  const selected = () =>
    Object.fromEntries([...store.states()].map(([name, state]) => [name, [...state.selected]]));
  return { store, asks, selected };
}

const chain = [query('node', 'nodes of $job'), query('job', 'jobs'), query('other', 'others')];
const table = {
  jobs: ['api', 'web'],
  'nodes of api': ['a1', 'a2'],
  'nodes of web': ['w1'],
  others: ['x'],
};

describe('variables of a dashboard', () => {
  it('look up what others depend on first, each once', async () => {
    const { store, asks, selected } = setUp(chain, table);
    await store.start();
    expect(selected()).toEqual({ job: ['api'], node: ['a1'], other: ['x'] });
    expect(asks.sort()).toEqual(['jobs', 'nodes of api', 'others']);
  });

  it('follow a change upstream and leave the others alone', async () => {
    const { store, asks, selected } = setUp(chain, table);
    await store.start();
    asks.length = 0;
    await store.select('job', ['web']);
    expect(selected()).toEqual({ job: ['web'], node: ['w1'], other: ['x'] });
    expect(asks).toEqual(['nodes of web']);
  });

  it('show what a link asks for, even if it is not on offer, until something upstream changes', async () => {
    const { store, selected } = setUp(chain, table, { job: ['api'], node: ['gone'] });
    await store.start();
    expect(selected().node).toEqual(['gone']);
    await store.setRange(range);
    expect(selected().node).toEqual(['gone']);
    await store.select('job', ['web']);
    expect(selected().node).toEqual(['w1']);
  });

  it('replace a stored value that no longer exists by the first one', async () => {
    const { store, selected } = setUp(
      [query('job', 'jobs', { current: { text: 'old', value: 'old' } })],
      table,
    );
    await store.start();
    expect(selected().job).toEqual(['api']);
  });

  it('say what went wrong and keep the others working', async () => {
    const { store, selected } = setUp([query('bad', 'broken'), ...chain], {
      ...table,
      broken: null,
    });
    await store.start();
    expect(store.states().get('bad')).toMatchObject({
      status: 'error',
      error: 'no answer for broken',
    });
    expect(selected().node).toEqual(['a1']);
  });

  it('name a circle instead of waiting for ever', async () => {
    const { store } = setUp(
      [query('a', 'of $b'), query('b', 'of $a'), query('c', 'others')],
      table,
    );
    await store.start();
    expect(store.states().get('a')?.error).toContain('cycle');
    expect(store.states().get('c')?.status).toBe('ready');
  });

  it('look up again with the time range only where asked to', async () => {
    const { store, asks } = setUp(
      [query('job', 'jobs', { refresh: 2 }), query('other', 'others')],
      table,
    );
    await store.start();
    asks.length = 0;
    await store.setRange({ ...range, to: 2 });
    expect(asks).toEqual(['jobs']);
  });

  it('ignore an answer that was overtaken by a newer choice', async () => {
    const { store, selected } = setUp(chain, table);
    await store.start();
    await Promise.all([store.select('job', ['web']), store.select('job', ['api'])]);
    expect(selected()).toMatchObject({ job: ['api'], node: ['a1'] });
  });

  it('select all where All is on offer and nothing is stored', async () => {
    const { store, selected } = setUp(
      [query('job', 'jobs', { includeAll: true, multi: true })],
      table,
    );
    await store.start();
    expect(selected().job).toEqual(['$__all']);
  });
});
