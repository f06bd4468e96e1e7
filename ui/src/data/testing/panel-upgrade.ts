import { expect } from 'vitest';
import type { Json, PanelModel } from '../dashboard';
import { upgradeDashboard } from '../upgrade';

export type Loose = Record<string, unknown>;

/** The panel after an upgrade that keeps unknown keys and that a second one does not change. */
export function upgraded(panel: Loose, schemaVersion = 16): PanelModel {
  const dashboard = {
    title: 't',
    schemaVersion,
    panels: [{ id: 1, gridPos: { x: 0, y: 0, w: 12, h: 9 }, unknownKey: { kept: true }, ...panel }],
  };
  const { model } = upgradeDashboard(dashboard as unknown as Json);
  const again = upgradeDashboard(model as unknown as Json);
  expect(again.changes, 'a second run changes nothing').toEqual([]);
  expect(again.model).toEqual(model);
  const [result] = model.panels;
  expect(result?.['unknownKey'], 'unknown keys stay').toEqual({ kept: true });
  return result as PanelModel;
}

/** The properties that the overrides for a name set. */
export const property = (panel: PanelModel, name: string): Record<string, unknown> =>
  Object.fromEntries(
    panel.fieldConfig?.overrides
      .filter((one) => one.matcher.options === name)
      .flatMap((one) => one.properties.map((p) => [p.id, p.value])) ?? [],
  );
