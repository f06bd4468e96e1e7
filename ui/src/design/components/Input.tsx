import {
  useState,
  type ChangeEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import { ChevronDown, Eye, EyeOff, Search, X } from 'lucide-react';
import type { ControlSize } from './Button';
import styles from './Input.module.css';

export interface InputProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'size' | 'onChange'
> {
  ref?: Ref<HTMLInputElement>;
  size?: ControlSize;
  mono?: boolean;
  onChange?: (value: string, event: ChangeEvent<HTMLInputElement>) => void;
}

export function Input({ size = 'md', mono, className, onChange, ...rest }: InputProps): ReactNode {
  return (
    <input
      {...rest}
      onChange={(event) => onChange?.(event.target.value, event)}
      className={`${styles.input} ${styles[size]} ${mono ? styles.mono : ''} ${className ?? ''}`}
    />
  );
}

/** A password that can be looked at. */
export function PasswordInput(props: InputProps): ReactNode {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className={styles.wrap}>
      <Input {...props} type={shown ? 'text' : 'password'} className={styles.withEnd} />
      <button
        type="button"
        className={styles.end}
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon size={15} aria-hidden />
      </button>
    </span>
  );
}

/** A search box with a clear button. */
export function SearchInput({ label, ...props }: InputProps & { label: string }): ReactNode {
  return (
    <span className={styles.wrap}>
      <Search size={14} aria-hidden className={styles.start} />
      <Input
        {...props}
        type="search"
        aria-label={label}
        className={`${styles.withStart} ${styles.withEnd}`}
      />
      {props.value && (
        <button
          type="button"
          className={styles.end}
          aria-label="Clear search"
          onClick={() => clear(props)}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}

function clear(props: InputProps): void {
  props.onChange?.('', { target: { value: '' } } as ChangeEvent<HTMLInputElement>);
}

export interface TextAreaProps extends Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'onChange'
> {
  mono?: boolean;
  onChange?: (value: string) => void;
}

export function TextArea({ mono, className, onChange, ...rest }: TextAreaProps): ReactNode {
  return (
    <textarea
      {...rest}
      onChange={(event) => onChange?.(event.target.value)}
      className={`${styles.input} ${styles.area} ${mono ? styles.mono : ''} ${className ?? ''}`}
    />
  );
}

export interface Option<V extends string = string> {
  value: V;
  label: string;
  description?: string;
  disabled?: boolean;
}

export interface SelectProps<V extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'size' | 'value' | 'onChange'
> {
  value: V;
  options: readonly Option<V>[];
  onChange: (value: V) => void;
  size?: ControlSize;
  /** Its name where no `Field` gives one. */
  label?: string;
}

/** One of a few: the platform's own list. For many or searchable options use `Combobox`. */
export function Select<V extends string>(props: SelectProps<V>): ReactNode {
  const { options, onChange, size = 'md', label, className, ...rest } = props;
  return (
    <span className={`${styles.wrap} ${className ?? ''}`}>
      <select
        {...rest}
        aria-label={label}
        onChange={(event) => onChange(event.target.value as V)}
        className={`${styles.input} ${styles.select} ${styles[size]}`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden className={styles.chevron} />
    </span>
  );
}
