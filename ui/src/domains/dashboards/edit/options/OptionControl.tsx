/** Picks the editor of an option by its kind. Values that no editor fits are shown as JSON. */
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { MultiEditor, SelectEditor } from './editors/ChoiceEditor';
import { ColorEditor } from './editors/ColorEditor';
import { CustomEditor } from './editors/CustomEditor';
import { FieldEditor } from './editors/FieldEditor';
import { JsonEditor } from './editors/JsonEditor';
import { isNumeric, NumberEditor } from './editors/NumberEditor';
import { SwitchEditor } from './editors/SwitchEditor';
import { TextEditor } from './editors/TextEditor';
import type { EditorDefinition, EditorProps } from './editors/types';

type Kind = EditorDefinition['kind'];
type AnyEditor = (props: never) => ReactNode;

const CodeOptionEditor = lazy(() =>
  import('./editors/CodeOptionEditor').then((m) => ({ default: m.CodeOptionEditor })),
);

const ThresholdsEditor = lazy(() =>
  import('./editors/ThresholdsEditor').then((m) => ({ default: m.ThresholdsEditor })),
);
const MappingsEditor = lazy(() =>
  import('./editors/MappingsEditor').then((m) => ({ default: m.MappingsEditor })),
);

const editors: Record<Kind, AnyEditor> = {
  text: TextEditor,
  number: NumberEditor,
  slider: NumberEditor,
  switch: SwitchEditor,
  radio: SelectEditor,
  select: SelectEditor,
  multi: MultiEditor,
  color: ColorEditor,
  field: FieldEditor,
  code: CodeOptionEditor,
  custom: CustomEditor,
  unit: TextEditor,
  thresholds: ThresholdsEditor,
  mappings: MappingsEditor,
  links: JsonEditor,
  colorScheme: JsonEditor,
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown) =>
  value === undefined || value === null || typeof value === 'string';
const isList = (value: unknown) => value === undefined || value === null || Array.isArray(value);
const isListOfObjects = (value: unknown) =>
  isList(value) && ((value as unknown[] | null | undefined) ?? []).every(isObject);
const isChoice = (value: unknown) => !isObject(value) && !Array.isArray(value);

function isThresholds(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (!isObject(value) || !isListOfObjects(value['steps'])) return false;
  return ['absolute', 'percentage', undefined].includes(value['mode'] as string | undefined);
}

const fits: Record<Kind, (value: unknown) => boolean> = {
  text: isText,
  number: isNumeric,
  slider: isNumeric,
  switch: (value) => value === undefined || value === null || typeof value === 'boolean',
  radio: isChoice,
  select: isChoice,
  multi: isList,
  color: isText,
  field: isText,
  code: isText,
  custom: () => true,
  unit: isText,
  thresholds: isThresholds,
  mappings: isListOfObjects,
  links: isListOfObjects,
  colorScheme: (value) => value === undefined || value === null || isObject(value),
};

/** Editors that need the full width of the pane, with their label above. */
export const isWide = (definition: EditorDefinition): boolean =>
  ['code', 'thresholds', 'mappings', 'links', 'custom'].includes(definition.kind) ||
  (definition.kind === 'text' && definition.multiline === true);

export function OptionControl(props: EditorProps<unknown>): ReactNode {
  const { definition, value } = props;
  if (!fits[definition.kind](value))
    return <JsonEditor {...props} reason="This stored value has a form that no editor knows." />;
  const Editor = editors[definition.kind] as ComponentType<EditorProps<unknown>>;
  const isOwnNull = ['select', 'radio', 'custom'].includes(definition.kind);
  return (
    <Suspense fallback={<div aria-busy style={{ minHeight: 26 }} />}>
      <Editor {...props} value={isOwnNull ? value : (value ?? undefined)} />
    </Suspense>
  );
}
