/** The settings of one variable. */
import { useEffect, useState, type ReactNode } from 'react';
import { Copy, Trash2 } from 'lucide-react';
import type { VariableModel } from '../../../../../data';
import { Button, Field, Fields, Input, Segmented, Select, Switch } from '../../../../../design';
import { useDashboard } from '../../../session/context';
import {
  changeVariableType,
  duplicateVariable,
  freeVariableName,
  renameVariable,
  setVariable,
} from '../../draft/commands/variable';
import { useDraftModel, useDraftStore } from '../../draft/context';
import { RemoveVariable } from './RemoveVariable';
import { TypeFields } from './TypeFields';
import { hasChoices, typeName, TYPES, variableOfType, type SetValue } from './types';
import styles from './Variables.module.css';

export interface VariableFormProps {
  variable: VariableModel;
  /** Opens another variable; also this one under its new name. */
  onOpen: (name: string) => void;
}

const HIDE = [
  { value: '0', label: 'Label, value' },
  { value: '1', label: 'Value' },
  { value: '2', label: 'Nothing' },
];

export function VariableForm({ variable, onOpen }: VariableFormProps): ReactNode {
  const store = useDraftStore();
  const { sources } = useDashboard();
  const [isRemoving, setRemoving] = useState(false);
  const { name, type } = variable;
  const set: SetValue = (path, value) =>
    store.run(setVariable(variable, path, value, store.get().base));
  const duplicate = () => {
    const copy = freeVariableName(store.get().model, `${name}_copy`);
    store.run(duplicateVariable(name, copy));
    onOpen(copy);
  };
  const types = TYPES.some(({ value }) => value === type)
    ? TYPES
    : [...TYPES, { value: type, label: typeName(type) }];
  return (
    <section className={styles.form} aria-label={`Variable ${name}`}>
      <header className={styles.head}>
        <h2>
          <code>${name}</code>
        </h2>
        <Button size="sm" icon={Copy} onClick={duplicate}>
          Duplicate
        </Button>
        <Button size="sm" icon={Trash2} onClick={() => setRemoving(true)}>
          Remove
        </Button>
      </header>
      <Fields columns={2}>
        <NameField name={name} onOpen={onOpen} />
        <Field label="Label" optional>
          <Input value={variable.label ?? ''} onChange={(label) => set(['label'], label)} />
        </Field>
        <Field label="Type">
          <Select
            value={type}
            options={types}
            onChange={(next) =>
              store.run(changeVariableType(variable, variableOfType(variable, next, sources)))
            }
          />
        </Field>
        <Field label="Description" optional>
          <Input
            value={variable.description ?? ''}
            onChange={(description) => set(['description'], description)}
          />
        </Field>
      </Fields>
      <TypeFields variable={variable} set={set} />
      <Field label="Show on dashboard">
        <Segmented
          label="Show on dashboard"
          value={String(variable.hide ?? 0)}
          options={HIDE}
          onChange={(hide) => set(['hide'], Number(hide))}
        />
      </Field>
      {hasChoices(type) && (
        <div className={styles.switches}>
          <Switch
            label="Multi-value"
            checked={Boolean(variable.multi)}
            onChange={(multi) => set(['multi'], multi)}
          />
          <Switch
            label="Include All"
            checked={Boolean(variable.includeAll)}
            onChange={(includeAll) => set(['includeAll'], includeAll)}
          />
          {variable.includeAll && (
            <Field label="Custom all value" optional>
              <Input
                mono
                value={variable.allValue ?? ''}
                onChange={(allValue) => set(['allValue'], allValue)}
              />
            </Field>
          )}
        </div>
      )}
      {isRemoving && <RemoveVariable name={name} onClose={() => setRemoving(false)} />}
    </section>
  );
}

/** The name changes on Enter or when the field is left, with every reference. */
function NameField({ name, onOpen }: { name: string; onOpen: (name: string) => void }): ReactNode {
  const store = useDraftStore();
  const model = useDraftModel();
  const [text, setText] = useState(name);
  useEffect(() => setText(name), [name]);
  const wanted = text.trim();
  const problem = wanted === name ? undefined : problemOf(wanted, model.templating.list);
  const rename = () => {
    if (wanted === name) return setText(name);
    if (problem) return;
    store.run(renameVariable(store.get().model, name, wanted));
    onOpen(wanted);
  };
  return (
    <Field label="Name" hint="Renaming changes every reference." error={problem}>
      <Input
        mono
        data-variable-name
        value={text}
        onChange={setText}
        onBlur={rename}
        onKeyDown={(event) => {
          if (event.key === 'Enter') rename();
          if (event.key === 'Escape' && text !== name) {
            event.stopPropagation();
            setText(name);
          }
        }}
      />
    </Field>
  );
}

function problemOf(name: string, list: readonly VariableModel[]): string | undefined {
  if (name === '') return 'A variable needs a name.';
  if (!/^\w+$/.test(name)) return 'The name may have letters, digits and underscores only.';
  if (name.startsWith('__')) return 'Names with two underscores first are those of the product.';
  if (list.some((one) => one.name === name)) return `There is a variable ${name} already.`;
  return undefined;
}
