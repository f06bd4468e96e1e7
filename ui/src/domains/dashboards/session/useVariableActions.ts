/** What the user does to variables: a choice takes effect through the address of the page. */
import { useMemo } from 'react';
import { adHocToText } from '../../../data';
import type { AdHocRule } from '../../../querying/targets';
import { parseUrl } from '../model/url';
import type { Dashboard } from './context';
import type { SetUrl } from './useUrlState';
import type { VariableStore } from './variableStore';

type VariableActions = Pick<Dashboard, 'chooseVariable' | 'setFilters' | 'addFilter'>;

export function useVariableActions(variables: VariableStore, setUrl: SetUrl): VariableActions {
  return useMemo(() => {
    const putIntoUrl = (name: string, values: readonly string[]) =>
      setUrl({
        variables: {
          ...parseUrl(window.location.search).variables,
          [name]: values.length ? [...values] : [''],
        },
      });
    const setFilters = (name: string, filters: readonly AdHocRule[]) => {
      variables.setFilters(name, filters);
      putIntoUrl(name, filters.map(adHocToText));
    };
    return {
      chooseVariable: putIntoUrl,
      setFilters,
      addFilter: filterAdder(variables, setFilters),
    };
  }, [variables, setUrl]);
}

function filterAdder(
  variables: VariableStore,
  setFilters: Dashboard['setFilters'],
): Dashboard['addFilter'] {
  const adHoc = () => [...variables.states().values()].find(({ model }) => model.type === 'adhoc');
  if (!adHoc()) return undefined;
  return (key, operator, value) => {
    const state = adHoc();
    if (!state) return;
    const others = state.filters.filter((rule) => rule.key !== key || rule.value !== value);
    setFilters(state.model.name, [...others, { key, operator, value }]);
  };
}
