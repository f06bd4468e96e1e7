/** Dashboards people publish, read from the folder that VEDETTE_TEST_DASHBOARDS names. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Json } from '../dashboard';
import { unitFormatter } from '../format/units';
import { dependencyOrder } from '../variables/dependencies';
import { supportedTransformations } from '../transform';
import { isCurrent } from './current';
import { upgradeDashboard } from '.';

const folder = process.env['VEDETTE_TEST_DASHBOARDS'] ?? '';
const present = folder !== '' && existsSync(folder);
const files = present
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.json'),
    )
  : [];

const OLD_TYPES = ['graph', 'singlestat', 'table-old', 'grafana-piechart-panel'];
/** What an old panel says in other words once it is brought up to date. */
const READ_KEYS = new Set(['rows', 'hideControls', 'sharedCrosshair']);

type Loose = Record<string, unknown>;

describe.skipIf(!present)(
  'public dashboards (set VEDETTE_TEST_DASHBOARDS to a folder of them)',
  () => {
    test.each(files)('%s opens in the current form', (name) => {
      const stored = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Loose;
      const dashboard = (stored['dashboard'] ?? stored) as Loose;
      const { model } = upgradeDashboard(dashboard as unknown as Json);
      const again = upgradeDashboard(model as unknown as Json);
      expect(again.changes).toEqual([]);
      expect(again.model).toEqual(model);
      if (isCurrent(dashboard)) expect(model).toEqual(dashboard);
      for (const key of Object.keys(dashboard))
        if (!READ_KEYS.has(key)) expect(model).toHaveProperty([key]);

      const panels = model.panels.flatMap((panel) => [panel, ...(panel.panels ?? [])]);
      expect(panels.filter((panel) => OLD_TYPES.includes(panel.type))).toEqual([]);
      expect(new Set(panels.map((panel) => panel.id)).size).toBe(panels.length);
      expect(panels.filter((panel) => typeof panel.datasource === 'string')).toEqual([]);
      const unknown = panels
        .flatMap((panel) => (panel.transformations ?? []).map((one) => one.id))
        .filter((id) => !supportedTransformations.includes(id));
      expect(unknown).toEqual([]);
      for (const panel of panels)
        expect(() => unitFormatter(panel.fieldConfig?.defaults.unit ?? '')(1.5)).not.toThrow();
      expect(() => dependencyOrder(model.templating.list)).not.toThrow();
    });

    test('there are some', () => {
      expect(files.length).toBeGreaterThan(0);
    });
  },
);
