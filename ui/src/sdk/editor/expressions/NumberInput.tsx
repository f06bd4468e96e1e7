import { useEffect, useState, type ReactNode } from 'react';
import { Input } from '../../../design';

export interface NumberInputProps {
  id?: string;
  value: number;
  /** NaN while the text is not a number. */
  onChange: (value: number) => void;
  label?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

/** The input of a number such as `1e3` or `-0.5`. Text that is not a number yet is kept. */
export function NumberInput({ value, onChange, label, ...rest }: NumberInputProps): ReactNode {
  const [text, setText] = useState(textOf(value));
  useEffect(
    () => setText((now) => (sameNumber(numberOf(now), value) ? now : textOf(value))),
    [value],
  );
  return (
    <Input
      {...rest}
      aria-label={label}
      mono
      inputMode="decimal"
      value={text}
      aria-invalid={
        rest['aria-invalid'] ?? (Number.isNaN(numberOf(text)) && text !== '' ? true : undefined)
      }
      onChange={(next) => {
        setText(next);
        onChange(numberOf(next));
      }}
    />
  );
}

function numberOf(text: string): number {
  return text.trim() === '' ? NaN : Number(text.trim().replace(',', '.'));
}

function textOf(value: number): string {
  return Number.isFinite(value) ? String(value) : '';
}

function sameNumber(a: number, b: number): boolean {
  return Object.is(a, b);
}
