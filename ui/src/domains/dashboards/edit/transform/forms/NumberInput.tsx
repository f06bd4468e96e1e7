import { useRef, useState, type ReactNode } from 'react';
import { Input } from '../../../../../design';

export interface NumberInputProps {
  id?: string;
  value: unknown;
  onChange: (value: number | string | undefined) => void;
  placeholder?: string;
}

/** A number, or a text such as `$limit` or `5m`. What was stored as text stays text. */
export function NumberInput({ value, onChange, ...rest }: NumberInputProps): ReactNode {
  const known = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const [typed, setTyped] = useState(known);
  const wasText = useRef(false);
  // `1.` and `1` are the same number: what is typed stays as long as it means the value.
  const text = String(numberOf(typed) ?? '') === known ? typed : known;
  return (
    <Input
      {...rest}
      inputMode="decimal"
      value={text}
      onFocus={() => {
        wasText.current = typeof value === 'string';
      }}
      onChange={(next) => {
        setTyped(next);
        const parsed = numberOf(next);
        onChange(wasText.current && parsed !== undefined ? next.trim() : parsed);
      }}
    />
  );
}

function numberOf(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : trimmed;
}
