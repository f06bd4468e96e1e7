/** The panels and rows of an open dashboard in their places, and which rows are open. */
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import type { PanelModel } from '../../../data';
import { layoutDashboard, type LayoutItem } from '../model/layout';
import { repeatValues } from '../model/variableValues';
import type { DashboardSession } from './context';
import { useShared } from './useShared';

type Collapsed = ReadonlyMap<string, boolean>;

export function useLayout({ dashboard, url }: Pick<DashboardSession, 'dashboard' | 'url'>) {
  const { model, variables } = dashboard;
  const states = useSyncExternalStore(variables.subscribe, variables.states);
  const names = useMemo(() => repeatNames(model.panels), [model]);
  const repeats = useShared(
    Object.fromEntries(names.map((name) => [name, repeatValues(states, name)])),
  );
  const [collapsed, setCollapsed] = useState<Collapsed>(new Map());
  const isViewing = url.viewPanel !== undefined;
  const items = useMemo(() => {
    const layout = (rows: Collapsed) =>
      layoutDashboard({
        panels: model.panels,
        valuesOf: (name) => repeats[name],
        collapsed: rows,
      });
    // A viewed panel may stand in a closed row.
    return isViewing ? layout(everyRow(layout(collapsed), false)) : layout(collapsed);
  }, [model, repeats, collapsed, isViewing]);

  const onToggleRow = useCallback(
    (key: string, isCollapsed: boolean) =>
      setCollapsed((before) => new Map(before).set(key, isCollapsed)),
    [],
  );
  const setAllRows = (isCollapsed: boolean) => setCollapsed(everyRow(items, isCollapsed));
  return { items, onToggleRow, setAllRows };
}

function repeatNames(panels: readonly PanelModel[]): string[] {
  return panels.flatMap(({ repeat, panels: inner = [] }) => [
    ...(repeat ? [repeat] : []),
    ...repeatNames(inner),
  ]);
}

function everyRow(items: readonly LayoutItem[], isCollapsed: boolean): Collapsed {
  return new Map(
    items.filter((item) => item.kind === 'row').map((item) => [item.key, isCollapsed]),
  );
}
