/** The panel as it would be with another type. */
import type { FieldConfigSource, Frame, PanelModel } from '../../../../../data';
import { changedType } from '../../../../../plugins/typeChange';
import type { RankedSuggestion } from '../../../../../plugins/suggestions';
import type { PanelDefinition } from '../../../../../sdk/panel';

const NO_CONFIG: FieldConfigSource = { defaults: {}, overrides: [] };

/** The settings of every type that a panel had while it is edited, by panel and type. */
export type TypeMemory = Map<string, Pick<PanelModel, 'options' | 'fieldConfig'>>;

const keyOf = (panel: PanelModel, type: string) => `${panel.id}:${type}`;

export function remember(memory: TypeMemory, panel: PanelModel): void {
  const { options, fieldConfig } = panel;
  memory.set(keyOf(panel, panel.type), { options, fieldConfig });
}

/**
 * The panel with the type `type`, as it last was with it, or with what the type keeps of the
 * present settings. `version` is written as the version of the plugin.
 */
export function withType(
  panel: PanelModel,
  type: string,
  plugin: PanelDefinition<object>,
  { memory, version }: { memory: TypeMemory; version: string },
): PanelModel {
  if (type === panel.type) return panel;
  const known = memory.get(keyOf(panel, type));
  const { fieldConfig = NO_CONFIG, options = {} } = panel;
  const kept = changedType({ type: panel.type, options, fieldConfig }, plugin as PanelDefinition);
  const settings = known ?? kept;
  return { ...panel, type, pluginVersion: version, ...settings };
}

/** A suggestion puts its own settings over those that are kept. */
export function withSuggestion(panel: PanelModel, suggestion: RankedSuggestion): PanelModel {
  const { options, fieldConfig, transformations } = suggestion;
  const { defaults, overrides } = panel.fieldConfig ?? NO_CONFIG;
  return {
    ...panel,
    options: { ...panel.options, ...options },
    ...(fieldConfig && {
      fieldConfig: {
        defaults: {
          ...defaults,
          ...fieldConfig.defaults,
          ...((defaults?.custom || fieldConfig.defaults?.custom) && {
            custom: { ...defaults?.custom, ...fieldConfig.defaults?.custom },
          }),
        },
        overrides: fieldConfig.overrides ?? overrides,
      },
    }),
    ...(transformations && { transformations: [...transformations] }),
  };
}

const MOST_FRAMES = 20;
const MOST_ROWS = 200;

/** So much of the data that a small picture of it is right. */
export function sampleOf(frames: readonly Frame[]): Frame[] {
  return frames.slice(0, MOST_FRAMES).map((frame) => {
    const step = Math.ceil(frame.length / MOST_ROWS);
    if (step <= 1) return frame;
    const fields = frame.fields.map((field) => ({
      ...field,
      nanos: undefined,
      values: field.values.filter((_, row) => row % step === 0),
    }));
    return { ...frame, fields, length: fields[0]?.values.length ?? 0 };
  });
}
