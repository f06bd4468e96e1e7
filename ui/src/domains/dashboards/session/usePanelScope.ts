/** What of the dashboard's variables concerns one panel: changes of the others do not reach it. */
import { useCallback, useMemo, useRef } from 'react';
import type { PanelModel } from '../../../data';
import type { VariableValues } from '../../../querying/fill';
import type { LayoutItem } from '../model/layout';
import { originsOf, scopedValues, variablesOf } from '../model/panelVariables';
import { useDashboard, useDashboardValues, type DashboardValues } from './context';
import { useModelPart } from './models';
import { useShared } from './useShared';

export interface PanelScope {
  /** Panels whose results this one shows. */
  origins: readonly PanelModel[];
  /** Another object only when a variable that the panel names has changed. */
  values: VariableValues;
  /** Values of this moment, for texts that are not in the panel, such as links of correlations. */
  currentValues: () => VariableValues;
  /** Names in the panel whose first value is still being looked up. */
  pending: readonly string[];
  filtersFor: DashboardValues['filtersFor'];
}

export function usePanelScope({ panel, scope }: Pick<LayoutItem, 'panel' | 'scope'>): PanelScope {
  const { latest } = useDashboard();
  const origins = useOrigins(panel);
  const { values: all, pending: allPending, filtersFor } = useDashboardValues();
  const names = useMemo(() => variablesOf(panel, origins), [panel, origins]);
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
    () => ({ origins, values, currentValues, pending, filtersFor }),
    [origins, values, currentValues, pending, filtersFor],
  );
}

const NONE: readonly PanelModel[] = [];

/** Followed one by one: a change of any other panel does not render this one again. */
function useOrigins(panel: PanelModel): readonly PanelModel[] {
  const known = useRef(NONE);
  return useModelPart((model) => {
    const origins = originsOf(panel, model.panels);
    const isSame =
      origins.length === known.current.length &&
      origins.every((origin, index) => origin === known.current[index]);
    if (!isSame) known.current = origins;
    return known.current;
  });
}
