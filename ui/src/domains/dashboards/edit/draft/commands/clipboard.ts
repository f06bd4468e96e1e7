/** Cutting and pasting panels, rows and queries. */
import type { DashboardModel, DataSourceRef, PanelModel, VariableModel } from '../../../../../data';
import type { Arrange } from '../../model/merge';
import { freePanelId, mapPanels } from '../../model/panels';
import { renumber } from '../../model/paste';
import type { Command } from '../types';

export interface Pasted {
  panels: readonly PanelModel[];
  /** Added to the dashboard, unless it has one of that name. */
  variables?: readonly VariableModel[];
  /** Moves the panels to the place where the user wants them; without it they go to the end. */
  arrange?: Arrange;
}

export function pastePanels({ panels, variables = [], arrange }: Pasted): Command {
  const [only] = panels;
  const isRow = panels.length === 1 && only?.type === 'row';
  return {
    label: {
      verb: 'paste',
      subject: isRow ? 'row' : 'panel',
      count: panels.length,
      ...(panels.length === 1 && { name: only?.title }),
    },
    change: (model) => {
      if (panels.length === 0) return model;
      const top = Math.min(...panels.map(({ gridPos }) => gridPos.y));
      const end = bottomOf(model.panels);
      const added = renumber(panels, freePanelId(model)).map((panel) => ({
        ...panel,
        gridPos: { ...panel.gridPos, y: panel.gridPos.y - top + end },
      }));
      const names = new Set(model.templating.list.map(({ name }) => name));
      const missing = variables.filter(({ name }) => !names.has(name));
      const next: DashboardModel = { ...model, panels: [...model.panels, ...added] };
      if (missing.length > 0)
        next.templating = { ...model.templating, list: [...model.templating.list, ...missing] };
      const placed = added.map(({ id, gridPos }) => ({ id, gridPos }));
      return arrange ? arrange(next, placed) : next;
    },
  };
}

const bottomOf = (panels: readonly PanelModel[]): number =>
  Math.max(0, ...panels.map(({ gridPos }) => gridPos.y + gridPos.h));

/** Removes the panels; a row goes with the panels it stores. */
export function cutPanels(panels: readonly PanelModel[]): Command {
  const ids = new Set(panels.map(({ id }) => id));
  const [only] = panels;
  return {
    label: {
      verb: 'cut',
      subject: panels.length === 1 && only?.type === 'row' ? 'row' : 'panel',
      count: panels.length,
      ...(panels.length === 1 && { name: only?.title }),
    },
    change: (model) => {
      const left = mapPanels(model.panels, (panel) => (ids.has(panel.id) ? undefined : panel));
      return left === model.panels ? model : { ...model, panels: left };
    },
  };
}

/** A query text as a new panel. */
export function pasteQuery(text: string, datasource: DataSourceRef, key = 'expr'): Command {
  const panel: PanelModel = {
    id: 0,
    type: 'timeseries',
    title: '',
    datasource,
    gridPos: { x: 0, y: 0, w: 12, h: 8 },
    targets: [{ refId: 'A', datasource, [key]: text }],
  };
  return {
    ...pastePanels({ panels: [panel] }),
    label: { verb: 'paste', subject: 'query' },
  };
}
