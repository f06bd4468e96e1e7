import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { parseQuantity } from './quantity';
import { Input, type InputProps } from './Input';
import styles from './NumberField.module.css';

export interface NumberFieldProps extends Omit<
  InputProps,
  'value' | 'onChange' | 'min' | 'max' | 'step' | 'type'
> {
  /** Its name where no `Field` or label gives one. */
  label?: string;
  /** `null` is an empty field. */
  value: number | null;
  onChange: (value: number | null) => void;
  /** After blur and Enter. */
  onDone?: () => void;
  min?: number;
  max?: number;
  /** What an arrow key adds; ten times as much with Shift. */
  step?: number;
  /** Shown after the number. */
  suffix?: string;
  /** Id of the unit that texts such as `10 MiB` are read in; without it only `1k`, `2M`. */
  unit?: string;
}

const decimalsOf = (step: number): number => (String(step).split(/\.|e-/)[1] ?? '').length;

/** Adds `count` steps without the noise of binary fractions, inside the limits. */
export function stepped(
  value: number,
  count: number,
  { step = 1, min = -Infinity, max = Infinity }: { step?: number; min?: number; max?: number },
): number {
  const next = value + count * step;
  const digits = Math.max(decimalsOf(step), decimalsOf(value));
  return Math.min(max, Math.max(min, Number(next.toFixed(Math.min(20, digits)))));
}

function problemOf(value: number, min?: number, max?: number): string | undefined {
  if (min !== undefined && max !== undefined && (value < min || value > max))
    return `Enter a number from ${min} to ${max}.`;
  if (min !== undefined && value < min) return `Enter ${min} or more.`;
  if (max !== undefined && value > max) return `Enter ${max} or less.`;
  return undefined;
}

/**
 * A number that is typed or stepped with the arrow keys. Text that does not fit stays with a
 * message; the last good value stays in effect.
 */
export function NumberField(props: NumberFieldProps): ReactNode {
  const { label, value, onChange, onDone, min, max, step = 1, suffix, unit, ...rest } = props;
  const [draft, setDraft] = useState<{ text: string; value: number | null }>();
  const errorId = useId();
  const shown = draft && Object.is(draft.value, value) ? draft.text : String(value ?? '');
  const read = parseQuantity(shown, unit ?? suffix);
  const problem =
    read === undefined
      ? `Enter a number, such as ${min !== undefined && min > 0 ? min : Math.min(max ?? 10, 10)}.`
      : read === null
        ? undefined
        : problemOf(read, min, max);

  const change = (text: string) => {
    const next = parseQuantity(text, unit ?? suffix);
    const good = next === null || (next !== undefined && !problemOf(next, min, max));
    setDraft({ text, value: good ? next : value });
    if (good && !Object.is(next, value)) onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    rest.onKeyDown?.(event);
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction) {
      event.preventDefault();
      const from = value ?? parseQuantity(rest.placeholder ?? '', unit) ?? min ?? 0;
      setDraft(undefined);
      onChange(stepped(from, direction * (event.shiftKey ? 10 : 1), { step, min, max }));
    } else if (event.key === 'Enter') {
      onDone?.();
    } else if (event.key === 'Escape' && problem) {
      event.stopPropagation();
      setDraft(undefined);
    }
  };
  const describedBy = [rest['aria-describedby'], problem && errorId].filter(Boolean).join(' ');
  return (
    <span className={styles.field}>
      <span className={styles.wrap}>
        <Input
          {...rest}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          role="spinbutton"
          aria-label={label}
          aria-valuenow={value ?? undefined}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-describedby={describedBy || undefined}
          aria-invalid={problem ? true : rest['aria-invalid']}
          className={`${suffix ? styles.withSuffix : ''} ${rest.className ?? ''}`}
          value={shown}
          onChange={change}
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            rest.onBlur?.(event);
            if (!problem) setDraft(undefined);
            onDone?.();
          }}
        />
        {suffix && <span className={styles.suffix}>{suffix}</span>}
      </span>
      {problem && (
        <span id={errorId} role="alert" className={styles.error}>
          {problem}
        </span>
      )}
    </span>
  );
}
