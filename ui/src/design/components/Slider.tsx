import type { CSSProperties, ReactNode } from 'react';
import { NumberField } from './NumberField';
import styles from './Slider.module.css';

export interface SliderProps {
  id?: string;
  label: string;
  value: number | null;
  onChange: (value: number) => void;
  /** After a drag, blur and Enter. */
  onDone?: () => void;
  min?: number;
  max?: number;
  step?: number;
  suffix?: string;
  disabled?: boolean;
  'aria-describedby'?: string;
}

/** A number within limits: dragged, or typed in the field next to it. */
export function Slider(props: SliderProps): ReactNode {
  const { id, label, value, onChange, onDone, min = 0, max = 100, step = 1, suffix } = props;
  const at = Math.min(max, Math.max(min, value ?? min));
  const share = max > min ? (at - min) / (max - min) : 0;
  return (
    <span className={styles.row}>
      <input
        type="range"
        aria-label={`${label}, slider`}
        className={styles.slider}
        style={{ '--share': `${share * 100}%` } as CSSProperties}
        min={min}
        max={max}
        step={step}
        value={at}
        disabled={props.disabled}
        onChange={(event) => onChange(Number(event.target.value))}
        onPointerUp={onDone}
        onBlur={onDone}
      />
      <span className={styles.number}>
        <NumberField
          id={id}
          label={label}
          size="sm"
          value={value}
          min={min}
          max={max}
          step={step}
          suffix={suffix}
          disabled={props.disabled}
          aria-describedby={props['aria-describedby']}
          onChange={(next) => next !== null && onChange(next)}
          onDone={onDone}
        />
      </span>
    </span>
  );
}
