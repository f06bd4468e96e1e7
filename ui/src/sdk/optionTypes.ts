/** What is declared of an option, for the components that edit it. */
import type { ComponentType } from 'react';
import type { FieldConfigSource } from '../data/dashboard';
import type { Field, Frame } from '../data/frame';

export type ChoiceValue = string | number | boolean | null;

export interface Choice<V extends ChoiceValue = ChoiceValue> {
  value: V;
  label: string;
  description?: string;
}

/** What a custom editor knows of the panel. */
export interface CustomEditorContext {
  /** As the panel draws them: after transformations and field configuration. */
  frames: readonly Frame[];
  options: object;
  fieldConfig: FieldConfigSource;
}

export interface CustomEditorProps<V> {
  value: V;
  onChange(value: V): void;
  /** The name of the control. */
  label?: string;
  /** Missing where the editor is shown outside of a panel. */
  context?: CustomEditorContext;
}

/** A part of the drawn panel. A click on it while options are picked opens the options of it. */
export type PanelPart =
  | 'area'
  | 'axis'
  | 'cell'
  | 'footer'
  | 'header'
  | 'legend'
  | 'name'
  | 'series'
  | 'thresholds'
  | 'title'
  | 'tooltip'
  | 'value';

/** Traits of an option that all kinds of editors have in common. */
export interface OptionTraits {
  help?: string;
  /** Further words that find the option. */
  keywords?: readonly string[];
  /** The part of the panel that shows it. Default: that of the group. */
  part?: PanelPart;
  /** The editor takes the full width, below its label. */
  wide?: boolean;
  /** The value in a few words, for a closed group. */
  summary?(value: unknown): string;
  /** Only offered as an override of some fields, never for all of them. */
  overrideOnly?: boolean;
  /** Stored by the panel itself, or by an older version; never offered in an editor. */
  internal?: boolean;
}

/** What every option may say besides its path, label and default. */
export interface OptionSettings<O extends object = Record<string, unknown>> extends OptionTraits {
  /** Hides the editor while it answers false; the stored value stays. */
  when?: (options: O) => boolean;
}

export interface GroupSettings {
  part?: PanelPart;
}

/** The color modes that a panel type can draw. */
export interface ColorSupport {
  /** Colors by value: thresholds and continuous schemes. */
  byValue?: boolean;
  /** A series can take the color of its last, smallest or largest value. */
  bySeries?: boolean;
  /** Where nothing else is chosen, thresholds decide. */
  preferThresholds?: boolean;
}

export interface TextSettings {
  placeholder?: string;
  multiline?: boolean;
}

export interface NumberSettings {
  min?: number;
  max?: number;
  step?: number;
  unit?: string;
  placeholder?: string;
}

export interface FieldSettings {
  placeholder?: string;
  filter?: (field: Field) => boolean;
}

export interface CodeSettings {
  language?: string;
}

export type OptionEditor =
  | ({ kind: 'text' } & TextSettings)
  | ({ kind: 'number' | 'slider' } & NumberSettings)
  | { kind: 'switch' }
  | { kind: 'select' | 'radio' | 'multi'; choices: readonly Choice[] }
  | { kind: 'color' }
  | ({ kind: 'colorScheme' } & ColorSupport)
  | { kind: 'unit' }
  | ({ kind: 'field' } & FieldSettings)
  | ({ kind: 'code' } & CodeSettings)
  | { kind: 'thresholds' }
  | { kind: 'mappings' }
  | { kind: 'links' }
  | { kind: 'custom'; component: ComponentType<CustomEditorProps<never>> };

export interface OptionDefinition extends OptionTraits {
  /**
   * For a field option, the part before the first dot is the property that overrides name:
   * `lineStyle.fill` is overridden by `custom.lineStyle`, with an object as its value.
   */
  path: string;
  label: string;
  group: string;
  when?: (options: Record<string, unknown>) => boolean;
  default: unknown;
  editor: OptionEditor;
}
