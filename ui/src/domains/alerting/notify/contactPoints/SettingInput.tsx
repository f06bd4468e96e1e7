/** The input of one setting of an integration. */
import { useId, type ReactNode } from 'react';
import {
  Button,
  Field,
  Input,
  PasswordInput,
  Select,
  Switch,
  Tag,
  TextArea,
} from '../../../../design';
import { PairList, pairsOf } from '../../editor/PairList';
import { recordOf } from '../../model/draft';
import { ListInput } from './ListInput';
import { isOn, REDACTED, storedValue, textOf, type SettingField } from './model';
import styles from './ContactPoints.module.css';

export interface SettingInputProps {
  field: SettingField;
  value: unknown;
  problem: string | undefined;
  /** `undefined` removes the setting. */
  onChange: (value: unknown) => void;
  /** The server has stored a secret, which can be kept. */
  hasSecret: boolean;
}

export function SettingInput(props: SettingInputProps): ReactNode {
  const { field, problem } = props;
  const id = useId();
  const hint =
    field.help ||
    (field.template && !field.secret ? 'Notification templates can be used.' : undefined);
  return (
    <Field
      label={field.label}
      optional={!field.required && field.kind !== 'switch'}
      hint={hint}
      error={problem}
    >
      <Control {...props} id={id} />
    </Field>
  );
}

function Control(props: SettingInputProps & { id: string }): ReactNode {
  if (props.value === REDACTED) return <Stored {...props} />;
  if (!props.hasSecret) return <Editor {...props} />;
  return (
    <div className={styles.secret}>
      <span className={styles.fill}>
        <Editor {...props} />
      </span>
      <Button size="sm" onClick={() => props.onChange(REDACTED)}>
        Keep
      </Button>
    </div>
  );
}

function Editor({
  field,
  value,
  onChange,
  hasSecret: _hasSecret,
  problem: _problem,
  ...rest
}: SettingInputProps & { id: string }): ReactNode {
  if (field.secret && (field.kind === 'text' || field.kind === 'lines'))
    return <Secret {...rest} field={field} value={value} onChange={onChange} />;
  const change = (text: string) => onChange(storedValue(field, text));
  const placeholder = field.placeholder || field.default;
  switch (field.kind) {
    case 'switch':
      return <Switch {...rest} checked={isOn(field, value)} onChange={onChange} />;
    case 'choice':
      return (
        <Select
          {...rest}
          value={textOf(value)}
          options={choicesOf(field, textOf(value))}
          onChange={change}
        />
      );
    case 'lines':
      return (
        <TextArea
          {...rest}
          mono
          rows={textOf(value).includes('\n') ? 6 : 3}
          placeholder={placeholder}
          value={textOf(value)}
          onChange={change}
        />
      );
    case 'number':
      return (
        <Input
          {...rest}
          inputMode="decimal"
          placeholder={placeholder}
          value={textOf(value)}
          onChange={change}
        />
      );
    case 'pairs':
      return (
        <PairList
          label={field.label}
          name="Entry"
          pairs={pairsOf(textsOf(value))}
          onChange={(pairs) =>
            onChange(pairs.some(({ name }) => name) ? recordOf(pairs) : undefined)
          }
        />
      );
    case 'list':
      return (
        <ListInput
          label={field.label}
          value={value}
          onChange={onChange}
          placeholder={field.placeholder}
        />
      );
    default:
      return <Input {...rest} placeholder={placeholder} value={textOf(value)} onChange={change} />;
  }
}

function choicesOf(
  { choices, default: otherwise, required }: SettingField,
  value: string,
): { value: string; label: string }[] {
  const known = choices.includes(value) || value === '' ? choices : [value, ...choices];
  const none = otherwise
    ? [{ value: '', label: `${otherwise} (default)` }]
    : required
      ? [{ value: '', label: 'Select…' }]
      : [{ value: '', label: 'Not set' }];
  return [
    ...(choices.includes('') ? [] : none),
    ...known.map((each) => ({ value: each, label: each || 'Not set' })),
  ];
}

function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, textOf(each)]));
}

/** A stored value that is never shown: a secret, or an address that can contain one. */
function Stored({ field, id, onChange }: SettingInputProps & { id: string }): ReactNode {
  const isText = field.kind !== 'pairs' && field.kind !== 'list';
  return (
    <div className={styles.secret}>
      <Tag tone="ok">Set</Tag>
      <Button
        size="sm"
        id={id}
        aria-label={`Change ${field.label}`}
        onClick={() => onChange(isText ? '' : undefined)}
      >
        Change
      </Button>
    </div>
  );
}

type SecretProps = Pick<SettingInputProps, 'field' | 'value' | 'onChange'> & { id: string };

function Secret({ field, value, onChange, ...rest }: SecretProps): ReactNode {
  if (field.kind === 'lines')
    return (
      <TextArea
        {...rest}
        mono
        rows={4}
        spellCheck={false}
        value={textOf(value)}
        onChange={(text) => onChange(text)}
      />
    );
  return (
    <PasswordInput
      {...rest}
      autoComplete="new-password"
      placeholder={field.placeholder}
      value={textOf(value)}
      onChange={(text) => onChange(text)}
    />
  );
}
