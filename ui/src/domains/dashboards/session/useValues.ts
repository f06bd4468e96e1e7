/** From the states of variables to the values that texts and queries are filled with. */
import { useCallback, useMemo } from 'react';
import type { DashboardModel } from '../../../data';
import { fillText, type VariableValues } from '../../../querying/fill';
import { resolveSource, type Sources } from '../../../querying/sources';
import type { AdHocRule } from '../../../querying/targets';
import { withGlobalValues } from '../model/globalValues';
import { valuesOf } from '../model/variableValues';
import type { DashboardTime, DashboardValues } from './context';
import { useShared } from './useShared';
import type { VariableStates } from './variableStore';

export interface ValuesInput {
  dashboard: Pick<DashboardModel, 'uid' | 'title'>;
  sources: Sources;
  states: VariableStates;
  globals: VariableValues;
  time: Pick<DashboardTime, 'range' | 'timeZone'>;
}

export function useValues({
  dashboard,
  sources,
  states,
  globals,
  time: { range, timeZone },
}: ValuesInput): DashboardValues {
  const values = useShared(
    useMemo(
      () =>
        withGlobalValues(valuesOf(states, range), globals, { model: dashboard, range, timeZone }),
      [states, range, globals, dashboard, timeZone],
    ),
  );
  const pending = useShared(
    [...states].filter(([, { status }]) => status === 'waiting').map(([name]) => name),
  );
  const sourceOf = useCallback<DashboardValues['sourceOf']>(
    (ref) => {
      const resolved = resolveSource(ref, sources, (text) => fillText(text, values));
      return resolved.kind === 'source' ? resolved.source : undefined;
    },
    [sources, values],
  );
  const filtersFor = useFiltersFor(states, sourceOf);
  return useMemo(
    () => ({ values, pending, sourceOf, filtersFor }),
    [values, pending, sourceOf, filtersFor],
  );
}

function useFiltersFor(
  states: VariableStates,
  sourceOf: DashboardValues['sourceOf'],
): DashboardValues['filtersFor'] {
  const rules = useShared(
    [...states.values()]
      .filter(({ model, filters }) => model.type === 'adhoc' && filters.length > 0)
      .map(({ model, filters }): [string | undefined, readonly AdHocRule[]] => [
        sourceOf(model.datasource)?.uid,
        filters,
      ]),
  );
  return useCallback(
    (uid) => rules.filter(([source]) => source === uid).flatMap(([, filters]) => filters),
    [rules],
  );
}
