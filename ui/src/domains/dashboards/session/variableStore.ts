/**
 * Variables of an open dashboard: their options, what is selected, and which must be looked up
 * again.
 */
import type { TimeRange, VariableModel } from '../../../data';
import { chooseSelection, storedSelection, type Choice } from '../model/selection';
import type { AdHocRule } from '../../../querying/targets';

export interface VariableState {
  model: VariableModel;
  selected: readonly string[];
  choices: readonly Choice[];
  filters: readonly AdHocRule[];
  /** `waiting` until the first look-up has ended; later look-ups keep what is shown. */
  status: 'waiting' | 'loading' | 'ready' | 'error';
  error?: string;
}

export type VariableStates = ReadonlyMap<string, VariableState>;

export interface LookUp {
  model: VariableModel;
  states: VariableStates;
  range: TimeRange;
  /** What was typed into the picker, for queries with `$__searchFilter`. */
  search: string;
  signal: AbortSignal;
}

export interface VariableStoreOptions {
  models: readonly VariableModel[];
  range: TimeRange;
  /** Selections asked for by the address. */
  asked: Readonly<Record<string, readonly string[]>>;
  parseFilters: (text: string) => AdHocRule | readonly AdHocRule[];
  /** Names a variable needs the values of, among all names. */
  dependenciesOf: (model: VariableModel, names: readonly string[]) => readonly string[];
  lookUp: (request: LookUp) => Promise<Choice[]> | Choice[];
}

export interface VariableStore {
  states(): VariableStates;
  subscribe(listener: () => void): () => void;
  /** Looks every variable up; ends when all are ready or failed. */
  start(): Promise<void>;
  /** A selection by a person or by the address; variables that depend on it follow. */
  select(name: string, values: readonly string[]): Promise<void>;
  /** What the address now says of a variable; undefined takes it back to the stored selection. */
  follow(name: string, asked: readonly string[] | undefined): void;
  setFilters(name: string, filters: readonly AdHocRule[]): void;
  /** Looks up again the variables that follow the time range. */
  setRange(range: TimeRange): Promise<void>;
  reload(name: string): Promise<void>;
  search(name: string, text: string): Promise<void>;
  stop(): void;
}

export function createVariableStore(options: VariableStoreOptions): VariableStore {
  const { models, asked, dependenciesOf, lookUp } = options;
  const names = models.map((model) => model.name);
  const listeners = new Set<() => void>();
  const dirty = new Set<string>();
  /**
   * Selections to keep although they are not on offer: asked for, and not yet overtaken by a change
   * upstream.
   */
  const explicit = new Set(Object.keys(asked));
  const searches = new Map<string, AbortController>();
  let range = options.range;
  let run = new AbortController();
  let states = new Map(
    models.map((model) => [model.name, firstState(model, asked[model.name], options.parseFilters)]),
  );

  const cyclic = cyclicNames(models, names, dependenciesOf);

  function patch(name: string, change: Partial<VariableState>): void {
    const state = states.get(name);
    if (!state) return;
    states = new Map(states).set(name, { ...state, ...change });
    for (const listener of listeners) listener();
  }

  /**
   * Each variable waits for those it depends on; independent ones are looked up at the same time.
   */
  async function refresh(wanted: Iterable<string>): Promise<void> {
    for (const name of wanted) dirty.add(name);
    run.abort();
    run = new AbortController();
    const { signal } = run;
    const changes = new Map<string, Promise<boolean>>();

    const changeOf = (model: VariableModel): Promise<boolean> => {
      const known = changes.get(model.name);
      if (known) return known;
      const upstream = cyclic.has(model.name) ? [] : dependenciesOf(model, names);
      const parents = models.filter((other) => upstream.includes(other.name));
      const change = Promise.all(parents.map(changeOf)).then((changed) => {
        const overtaken = changed.includes(true);
        return signal.aborted || !(overtaken || dirty.has(model.name))
          ? false
          : load(model, signal, overtaken);
      });
      changes.set(model.name, change);
      return change;
    };
    await Promise.all(models.map(changeOf));
  }

  async function load(
    model: VariableModel,
    signal: AbortSignal,
    overtaken: boolean,
  ): Promise<boolean> {
    const { name } = model;
    dirty.add(name);
    if (cyclic.has(name)) {
      dirty.delete(name);
      patch(name, {
        status: 'error',
        error: `Variables depend on each other in a cycle: ${[...cyclic].join(', ')}.`,
      });
      return false;
    }
    try {
      const answer = lookUp({ model, states, range, search: '', signal });
      if (answer instanceof Promise)
        patch(name, { status: states.get(name)?.status === 'waiting' ? 'waiting' : 'loading' });
      const choices = await answer;
      if (signal.aborted) return false;
      dirty.delete(name);
      const before = states.get(name)?.selected ?? [];
      const firstTime = states.get(name)?.status === 'waiting';
      const keep = explicit.has(name) && (firstTime || !overtaken);
      const selected = keepsFreeText(model)
        ? before
        : chooseSelection(model, before, choices, keep);
      patch(name, { choices, selected, status: 'ready', error: undefined });
      return !sameList(before, selected);
    } catch (error) {
      if (signal.aborted) return false;
      dirty.delete(name);
      patch(name, {
        status: 'error',
        error: error instanceof Error ? error.message : String(error),
      });
      return false;
    }
  }

  function dependents(name: string): string[] {
    return models
      .filter((model) => dependenciesOf(model, names).includes(name))
      .map((model) => model.name);
  }

  async function select(name: string, values: readonly string[]): Promise<void> {
    const state = states.get(name);
    if (!state || sameList(state.selected, values)) return;
    explicit.add(name);
    patch(name, { selected: values });
    for (const below of dependents(name)) explicit.delete(below);
    await refresh(dependents(name));
  }

  return {
    states: () => states,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => refresh(names),
    select,
    follow(name, values) {
      const state = states.get(name);
      if (!state) return;
      if (state.model.type === 'adhoc')
        patch(name, {
          filters: values ? values.flatMap(options.parseFilters) : (state.model.filters ?? []),
        });
      else void select(name, values ? selectionOf(values, state) : firstSelected(state));
    },
    setFilters: (name, filters) => patch(name, { filters }),
    async setRange(next) {
      range = next;
      await refresh(
        models
          .filter((model) => model.type === 'query' && model.refresh === 2)
          .map((model) => model.name),
      );
    },
    reload: (name) => refresh([name]),
    async search(name, text) {
      const state = states.get(name);
      if (!state) return;
      searches.get(name)?.abort();
      const search = new AbortController();
      searches.set(name, search);
      patch(name, { status: 'loading' });
      try {
        const choices = await lookUp({
          model: state.model,
          states,
          range,
          search: text,
          signal: search.signal,
        });
        if (!search.signal.aborted) patch(name, { choices, status: 'ready', error: undefined });
      } catch (error) {
        if (search.signal.aborted) return;
        patch(name, {
          status: 'error',
          error: error instanceof Error ? error.message : String(error),
        });
      }
    },
    stop() {
      run.abort();
      for (const search of searches.values()) search.abort();
    },
  };
}

function firstState(
  model: VariableModel,
  asked: readonly string[] | undefined,
  parseFilters: VariableStoreOptions['parseFilters'],
): VariableState {
  const filters =
    asked && model.type === 'adhoc' ? asked.flatMap(parseFilters) : (model.filters ?? []);
  const selected = asked ?? firstSelection(model);
  const settled = model.type === 'adhoc';
  return { model, selected, choices: [], filters, status: settled ? 'ready' : 'waiting' };
}

function firstSelection(model: VariableModel): string[] {
  const stored = storedSelection(model);
  const query = typeof model.query === 'string' ? model.query : '';
  if (model.type === 'constant') return [query || stored[0] || ''];
  if (model.type === 'textbox') return stored.length ? stored : [query];
  return stored;
}

/**
 * Values as a link writes them; an empty one stands for nothing selected, except where text is
 * typed.
 */
function selectionOf(asked: readonly string[], { model, choices }: VariableState): string[] {
  if (keepsFreeText(model)) return [...asked];
  const given = asked.filter((value) => value !== '');
  return given.length ? chooseSelection(model, given, choices, true) : [];
}

function firstSelected(state: VariableState): string[] {
  const stored = firstSelection(state.model);
  return keepsFreeText(state.model)
    ? stored
    : chooseSelection(state.model, stored, state.choices, false);
}

/** Text boxes and constants have no list to choose from. */
function keepsFreeText(model: VariableModel): boolean {
  return model.type === 'textbox' || model.type === 'constant' || model.type === 'adhoc';
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

function cyclicNames(
  models: readonly VariableModel[],
  names: readonly string[],
  dependenciesOf: VariableStoreOptions['dependenciesOf'],
): Set<string> {
  const edges = new Map(models.map((model) => [model.name, dependenciesOf(model, names)]));
  const reaches = (from: string, to: string, seen: Set<string>): boolean =>
    (edges.get(from) ?? []).some(
      (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
    );
  return new Set(names.filter((name) => reaches(name, name, new Set())));
}
