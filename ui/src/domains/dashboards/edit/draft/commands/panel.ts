/** Changes of a whole panel. */
import type { PanelModel } from '../../../../../data';
import { withPanel } from '../../model/panels';
import type { Command } from '../types';

/** `next` is the panel with its new type and settings; what else changed meanwhile stays. */
export function setType(panel: PanelModel, next: PanelModel): Command {
  const { id } = panel;
  const { type, options, fieldConfig, transformations, pluginVersion } = next;
  return {
    label: { verb: 'set', subject: 'panel', panel: id, path: 'type', from: panel.type, to: type },
    change: (model) =>
      withPanel(model, id, (before) => {
        const changed: PanelModel = { ...before, type };
        for (const [key, value] of Object.entries({
          options,
          fieldConfig,
          transformations,
          pluginVersion,
        })) {
          if (value === undefined) delete changed[key];
          else changed[key] = value;
        }
        return changed;
      }),
    focus: { panels: [id], tab: 'options' },
  };
}
