import type { ReactNode } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import { Button, Combobox, Field, IconButton, Input, Select, Switch } from '../../../../../design';
import { reducers, type Frame } from '../../../../../data';
import { valueAt, withValue } from '../../model/withValue';
import {
  expressionOf,
  isShown,
  listAt,
  operandText,
  queriesOf,
  stored,
  textAt,
  textsAt,
  type Control,
  type Options,
} from './controls';
import { FieldPicker } from './FieldPicker';
import { labelKeys, queryIds } from './choices';
import { NumberInput } from './NumberInput';
import styles from './Forms.module.css';

interface ControlsProps {
  controls: readonly Control[];
  options: Options;
  onChange: (options: Options) => void;
  before: readonly Frame[];
}

export function Controls({ controls, ...props }: ControlsProps): ReactNode {
  return (
    <div className={styles.grid}>
      {controls
        .filter((control) => isShown(control, props.options))
        .map((control) => (
          <Part key={`${control.kind} ${control.path.join('.')}`} control={control} {...props} />
        ))}
    </div>
  );
}

type PartProps = Omit<ControlsProps, 'controls'> & { control: Control };

function Part({ control, ...props }: PartProps): ReactNode {
  const { options, onChange } = props;
  switch (control.kind) {
    case 'group':
      return (
        <div role="group" aria-label={control.label} className={styles.group}>
          <span className={styles.groupName}>{control.label}</span>
          <Controls {...props} controls={control.controls} />
        </div>
      );
    case 'list':
      return <List {...props} control={control} />;
    case 'switch': {
      const { fallback } = control;
      const known = typeof fallback === 'function' ? fallback(options) : fallback === true;
      const value = valueAt(options, control.path);
      return (
        <div className={styles.switch}>
          <Switch
            label={control.label}
            checked={typeof value === 'boolean' ? value : known}
            onChange={(on) => onChange(stored(control, options, on))}
          />
        </div>
      );
    }
    default:
      return (
        <Field label={control.label} hint={control.hint}>
          {inputOf({ control, ...props })}
        </Field>
      );
  }
}

function inputOf({ control, options, onChange, before }: PartProps) {
  const { label } = control;
  const text = textAt(options, ...control.path);
  const texts = textsAt(options, ...control.path);
  const set = (value: unknown) => onChange(stored(control, options, value));
  switch (control.kind) {
    case 'text':
      return (
        <Input mono={control.mono} value={text} placeholder={control.placeholder} onChange={set} />
      );
    case 'texts':
      return (
        <Input
          defaultValue={texts.join(', ')}
          placeholder={control.placeholder}
          onChange={(value) =>
            set(
              value
                .split(',')
                .map((one) => one.trim())
                .filter(Boolean),
            )
          }
        />
      );
    case 'number':
      return (
        <NumberInput
          value={valueAt(options, control.path)}
          placeholder={control.placeholder}
          onChange={set}
        />
      );
    case 'choice': {
      const [first] = control.choices;
      const value = text || (first?.[0] ?? '');
      const known = control.choices.map(([id, name]) => ({ value: id, label: name }));
      // A value that this version does not know stays visible, and stays stored.
      const all = known.some((one) => one.value === value)
        ? known
        : [...known, { value, label: value }];
      return <Select value={value} options={all} onChange={set} />;
    }
    case 'field':
      return (
        <FieldPicker
          label={label}
          before={before}
          types={control.types}
          placeholder={control.placeholder}
          value={text ? [text] : []}
          onChange={([name]) => set(name)}
        />
      );
    case 'operand': {
      const operand = operandText(valueAt(options, control.path));
      return (
        <FieldPicker
          label={label}
          before={before}
          placeholder="Field or number"
          types={['number', 'boolean']}
          value={operand ? [operand] : []}
          onChange={([name]) => set(name)}
        />
      );
    }
    case 'fields':
      return (
        <FieldPicker
          multi
          label={label}
          before={before}
          types={control.types}
          placeholder={control.placeholder}
          value={texts}
          onChange={set}
        />
      );
    case 'label':
    case 'labels':
      return (
        <Picker
          multi={control.kind === 'labels'}
          label={label}
          names={labelKeys(before)}
          placeholder={control.placeholder}
          value={control.kind === 'labels' ? texts : text ? [text] : []}
          onChange={(value) => set(control.kind === 'labels' ? value : value[0])}
        />
      );
    case 'query':
    case 'queries': {
      const isOne = control.kind === 'query';
      return (
        <Picker
          multi={!isOne}
          label={label}
          names={queryIds(before)}
          placeholder={control.placeholder}
          value={isOne ? (text ? [text] : []) : queriesOf(text)}
          onChange={(value) => set(isOne ? value[0] : expressionOf(value))}
        />
      );
    }
    case 'reducer':
    case 'reducers': {
      const isOne = control.kind === 'reducer';
      return (
        <Combobox
          multi={!isOne}
          label={label}
          options={REDUCERS}
          value={isOne ? [text || control.fallback] : texts}
          onChange={(value) => set(isOne ? value[0] : value)}
        />
      );
    }
    default:
      return <span />;
  }
}

const REDUCERS = reducers.map(({ id, name, description }) => ({
  value: id,
  label: name,
  description,
}));

interface PickerProps {
  id?: string;
  label: string;
  names: readonly string[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  placeholder?: string;
  multi?: boolean;
}

/** Names that exist here; others can be typed. */
function Picker({ names, ...props }: PickerProps): ReactNode {
  const empty = props.multi || !props.placeholder ? [] : [{ value: '', label: props.placeholder }];
  const options = [...empty, ...names.map((name) => ({ value: name, label: name }))];
  return <Combobox {...props} allowCustom options={options} />;
}

type ListControl = Extract<Control, { kind: 'list' }>;

function List({ control, options, onChange, before }: PartProps & { control: ListControl }) {
  const items = listAt(options, ...control.path);
  const store = (next: readonly Options[]) => onChange(withValue(options, control.path, next));
  return (
    <fieldset className={styles.list}>
      <legend>{control.label}</legend>
      {items.map((item, index) => (
        <div
          key={index}
          role="group"
          aria-label={`${control.item} ${index + 1}`}
          className={styles.item}
        >
          <Controls
            controls={control.controls}
            options={item}
            before={before}
            onChange={(next) => store(items.map((one, at) => (at === index ? next : one)))}
          />
          <IconButton
            icon={Trash2}
            size="sm"
            label={`Remove ${control.item} ${index + 1}`}
            onClick={(event) => {
              focusNeighbour(event.currentTarget);
              store(items.filter((_, at) => at !== index));
            }}
          />
        </div>
      ))}
      {control.hint && <p className={styles.note}>{control.hint}</p>}
      <Button size="sm" icon={Plus} onClick={() => store([...items, control.fresh])}>
        Add {control.item}
      </Button>
    </fieldset>
  );
}

/** The button goes with its item; the list's last button stays. */
function focusNeighbour(button: HTMLElement): void {
  button.closest('fieldset')?.querySelector<HTMLElement>(':scope > button')?.focus();
}
