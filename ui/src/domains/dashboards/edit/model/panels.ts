/** Reading and replacing panels of a model, those inside closed rows included. */
import type { DashboardModel, PanelModel } from '../../../../data';

export function findPanel(model: DashboardModel, id: number): PanelModel | undefined {
  return findIn(model.panels, id);
}

function findIn(panels: readonly PanelModel[], id: number): PanelModel | undefined {
  for (const panel of panels) {
    if (panel.id === id) return panel;
    const inside = panel.panels && findIn(panel.panels, id);
    if (inside) return inside;
  }
  return undefined;
}

/** The model with one panel changed; the same model where nothing did. */
export function withPanel(
  model: DashboardModel,
  id: number,
  change: (panel: PanelModel) => PanelModel,
): DashboardModel {
  const panels = mapPanels(model.panels, (panel) => (panel.id === id ? change(panel) : panel));
  return panels === model.panels ? model : { ...model, panels };
}

/**
 * Calls `change` for every panel and row; undefined removes it. Lists in which nothing changed stay
 * the same objects.
 */
export function mapPanels(
  panels: PanelModel[],
  change: (panel: PanelModel) => PanelModel | undefined,
): PanelModel[] {
  const next = panels.flatMap((panel) => {
    const inside = panel.panels && mapPanels(panel.panels, change);
    const changed = change(inside === panel.panels ? panel : { ...panel, panels: inside });
    return changed ? [changed] : [];
  });
  return next.length === panels.length && next.every((panel, index) => panel === panels[index])
    ? panels
    : next;
}

/** A number that no panel of the model has. */
export function freePanelId(model: DashboardModel): number {
  const ids = (panels: readonly PanelModel[]): number[] =>
    panels.flatMap((panel) => [Number(panel.id) || 0, ...ids(panel.panels ?? [])]);
  return Math.max(0, ...ids(model.panels)) + 1;
}
