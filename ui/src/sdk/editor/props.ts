import type { Extension } from '@codemirror/state';

export interface CodeEditorProps {
  value: string;
  /** Name of the field, for those who do not see it. */
  label: string;
  onChange: (text: string) => void;
  /** Ctrl, Cmd or Shift + Enter. */
  onRun?: () => void;
  /**
   * Language, completion, checks. Keep the array the same between renders: a new one sets the
   * editor up anew.
   */
  extensions?: readonly Extension[];
  placeholder?: string;
  readOnly?: boolean;
  /** Marked in the text; positions are offsets of characters. */
  problem?: { from: number; to: number; message: string } | undefined;
}
