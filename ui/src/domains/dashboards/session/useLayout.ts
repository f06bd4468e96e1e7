/** The panels and rows of an open dashboard in their places, and which rows are open. */
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { PanelModel } from '../../../data';
import { layoutDashboard, withKnownItems, type LayoutItem } from '../model/layout';
import { repeatValues } from '../model/variableValues';
import type { DashboardSession } from './context';
import { useShared } from './useShared';

type Collapsed = ReadonlyMap<string, boolean>;

export function useLayout({ dashboard, url }: Pick<DashboardSession, 'dashboard' | 'url'>) {
  const { models, variables } = dashboard;
  const panels = useSyncExternalStore(models.subscribe, () => models.get().panels);
  const states = useSyncExternalStore(variables.subscribe, variables.states);
  const names = useMemo(() => repeatNames(panels), [panels]);
  const repeats = useShared(
    Object.fromEntries(names.map((name) => [name, repeatValues(states, name)])),
  );
  const [collapsed, setCollapsed] = useState<Collapsed>(new Map());
  const isViewing = url.viewPanel !== undefined || url.editPanel !== undefined;
  const known = useRef<readonly LayoutItem[]>([]);
  const items = useMemo(() => {
    const layout = (rows: Collapsed) =>
      layoutDashboard({
        panels,
        valuesOf: (name) => repeats[name],
        collapsed: rows,
      });
    // A viewed panel may stand in a closed row.
    const next = isViewing ? layout(everyRow(layout(collapsed), false)) : layout(collapsed);
    known.current = withKnownItems(next, known.current);
    return known.current;
  }, [panels, repeats, collapsed, isViewing]);

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
