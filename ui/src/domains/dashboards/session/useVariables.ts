/**
 * Variables of the open dashboard: kept in step with its address, its time range and its ad hoc
 * filters.
 */
import { useEffect, useMemo, useRef } from 'react';
import { adHocFromText, type TimeRange, type VariableModel } from '../../../data';
import type { VariableValues } from '../../../querying/fill';
import type { Sources } from '../../../querying/sources';
import type { UrlState } from '../model/url';
import { createLookUp, dependenciesOf } from './lookUp';
import type { SetUrl } from './useUrlState';
import { createVariableStore, type VariableStates, type VariableStore } from './variableStore';

const SETTLED_MS = 400;

export function useVariables(
  models: readonly VariableModel[],
  url: UrlState,
  range: TimeRange,
  tick: number,
  sources: Sources,
  globals: () => VariableValues,
): VariableStore {
  const store = useMemo(
    () =>
      createVariableStore({
        models,
        range,
        asked: url.variables,
        parseFilters: (text) => adHocFromText(text) ?? [],
        dependenciesOf,
        lookUp: createLookUp(sources, globals),
      }),
    // The first address and range start the store; later ones are sent to it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [models, sources],
  );

  const isFirst = useRef(true);
  useEffect(() => {
    // Later stores come from changes to the variables, many while somebody types.
    const start = () => void store.start();
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (isFirst.current) start();
    else timer = setTimeout(start, SETTLED_MS);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      store.stop();
    };
  }, [store]);

  const shownRange = useRef(range);
  useEffect(() => {
    if (shownRange.current === range) return;
    shownRange.current = range;
    void store.setRange(range);
  }, [store, range, tick]);

  // The address is the truth: a choice, a link and the back button all arrive here.
  const asked = JSON.stringify(url.variables);
  const known = useRef<UrlState['variables']>(url.variables);
  useEffect(() => {
    for (const name of new Set([...Object.keys(known.current), ...Object.keys(url.variables)])) {
      if (JSON.stringify(known.current[name]) === JSON.stringify(url.variables[name])) continue;
      store.follow(name, url.variables[name]);
    }
    known.current = url.variables;
    // The text stands for the variables of the address.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [store, asked]);
  return store;
}

/**
 * A value of the address that gave way to another one is replaced there too, so that a copied link
 * is right.
 */
export function useUrlFollowsVariables(
  url: UrlState,
  states: VariableStates,
  setUrl: SetUrl,
): void {
  useEffect(() => {
    const settled = [...states.values()].every(
      ({ status }) => status === 'ready' || status === 'error',
    );
    if (!settled) return;
    const changed = [...states].filter(([name, { model, selected }]) => {
      const asked = url.variables[name];
      return asked && model.type !== 'adhoc' && !isSame(asked, selected);
    });
    if (changed.length === 0) return;
    const next = { ...url.variables };
    for (const [name, { selected }] of changed) next[name] = selected.length ? [...selected] : [''];
    setUrl({ variables: next }, { replace: true });
    // A change of the address is followed, not fought.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [states]);
}

function isSame(asked: readonly string[], selected: readonly string[]): boolean {
  const written = selected.length ? selected : [''];
  return asked.length === written.length && asked.every((value, index) => value === written[index]);
}
