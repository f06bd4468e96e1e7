/** What every editor of an option gets. */
import type { FieldConfigSource, Frame } from '../../../../../data';
import type { OptionEditor } from '../../../../../sdk/options';

/** What editors know of the panel in addition to the value they edit. */
export interface EditorContext {
  /** The frames the panel draws: after transformations, with field configuration applied. */
  frames: readonly Frame[];
  options: object;
  fieldConfig: FieldConfigSource;
  /** Replaces the variables of the dashboard by their current values. */
  interpolate: (text: string) => string;
  variables: readonly { name: string; text: string }[];
}

export interface EditorProps<V> {
  /** The id of the control, for the label that belongs to it. */
  id: string;
  label: string;
  value: V;
  onChange: (value: V) => void;
  /** Ends the step of the history: after blur, Enter or the end of a drag. */
  onDone?: () => void;
  definition: OptionEditor;
  context: EditorContext;
}
