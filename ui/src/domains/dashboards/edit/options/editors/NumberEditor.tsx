import type { ReactNode } from 'react';
import { NumberField, Slider } from '../../../../../design';
import type { DefinitionOf, EditorProps } from './types';

type Stored = number | string | null | undefined;
type Props = EditorProps<Stored, DefinitionOf<'number' | 'slider'>>;

/** A stored number; texts such as `"5"` stay texts when they are edited. */
export const isNumeric = (value: unknown): value is Stored =>
  value === undefined ||
  value === null ||
  typeof value === 'number' ||
  (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)));

export function NumberEditor(props: Props): ReactNode {
  const { id, label, value, onChange, onDone, definition, context } = props;
  const { kind, unit, placeholder, ...limits } = definition;
  const number = value === undefined || value === null ? null : Number(value);
  const change = (next: number | null) =>
    onChange(typeof value === 'string' && next !== null ? String(next) : next);
  if (kind === 'slider')
    return (
      <Slider
        id={id}
        label={label}
        value={number}
        suffix={unit}
        {...limits}
        onChange={change}
        onDone={onDone}
      />
    );
  return (
    <NumberField
      id={id}
      label={label}
      size="sm"
      value={number}
      suffix={unit}
      unit={unit ?? context.fieldConfig.defaults.unit}
      placeholder={placeholder}
      {...limits}
      onChange={change}
      onDone={onDone}
    />
  );
}
