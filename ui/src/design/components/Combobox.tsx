import { type ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { OptionPicker, type OptionPickerProps } from './OptionPicker';
import { Popover } from './Popover';
import { Button } from './Button';
import styles from './Combobox.module.css';

export interface ComboboxProps extends Omit<OptionPickerProps, 'onDone' | 'placeholder' | 'typed'> {
  id?: string;
  /** Shown while nothing is chosen. */
  placeholder?: string;
  disabled?: boolean;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

/** One or many of a long list, found by typing. Looks like an input, opens a picker. */
export function Combobox({
  id,
  placeholder = 'Choose…',
  disabled,
  ...picker
}: ComboboxProps): ReactNode {
  const names = picker.value.map(
    (value) => picker.options.find((option) => option.value === value)?.label ?? value,
  );
  const text = names.slice(0, 3).join(', ') + (names.length > 3 ? ` +${names.length - 3}` : '');
  return (
    <Popover
      label={picker.label}
      matchWidth
      trigger={
        <Button
          id={id}
          disabled={disabled}
          className={styles.trigger}
          aria-label={`${picker.label}: ${text || placeholder}`}
          aria-describedby={picker['aria-describedby']}
          aria-invalid={picker['aria-invalid']}
        >
          <span className={text ? styles.text : styles.placeholder}>{text || placeholder}</span>
          <ChevronDown size={14} aria-hidden />
        </Button>
      }
    >
      {(close, typed) => <OptionPicker {...picker} typed={typed} onDone={close} />}
    </Popover>
  );
}
