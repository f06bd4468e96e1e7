/** What of the dashboard's variables concerns one panel: changes of the others do not reach it. */
import { useCallback, useMemo } from 'react';
import type { VariableValues } from '../../../querying/fill';
import type { LayoutItem } from '../model/layout';
import { scopedValues, variablesOf } from '../model/panelVariables';
import { useDashboard, useDashboardValues, type DashboardValues } from './context';
import { useShared } from './useShared';

export interface PanelScope {
  /** Another object only when a variable that the panel names has changed. */
  values: VariableValues;
  /** Values of this moment, for texts that are not in the panel, such as links of correlations. */
  currentValues: () => VariableValues;
  /** Names in the panel whose first value is still being looked up. */
  pending: readonly string[];
  filtersFor: DashboardValues['filtersFor'];
}

export function usePanelScope({ panel, scope }: Pick<LayoutItem, 'panel' | 'scope'>): PanelScope {
  const { model, latest } = useDashboard();
  const { values: all, pending: allPending, filtersFor } = useDashboardValues();
  const names = useMemo(() => variablesOf(panel, model.panels), [panel, model]);
  const named = useShared(names.map((name) => all[name]));
  const values = useMemo(
    () => scopedValues(all, scope),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `named` holds the values that matter
    [named, scope],
  );
  const currentValues = useCallback(
    () => scopedValues(latest().values.values, scope),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what was filled is filled again
    [latest, values, scope],
  );
  const pending = useShared(names.filter((name) => allPending.includes(name)));
  return useMemo(
    () => ({ values, currentValues, pending, filtersFor }),
    [values, currentValues, pending, filtersFor],
  );
}
