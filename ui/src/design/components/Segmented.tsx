import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { moveFocus } from './roving';
import styles from './Segmented.module.css';

export interface Segment<V extends string = string> {
  value: V;
  label: string;
  icon?: LucideIcon;
  description?: string;
  disabled?: boolean;
  count?: number;
}

export interface SegmentedProps<V extends string> {
  id?: string;
  label: string;
  value: V | undefined;
  options: readonly Segment<V>[];
  onChange: (value: V) => void;
  size?: 'sm' | 'md';
  /** Takes the whole width, in equal parts. */
  fill?: boolean;
  'aria-describedby'?: string;
}

/** One of a few, all visible. Arrow keys change the choice. */
export function Segmented<V extends string>(props: SegmentedProps<V>): ReactNode {
  const { id, label, value, options, onChange, size = 'md', fill } = props;
  const usable = options.filter((option) => !option.disabled);
  const stop = usable.some((option) => option.value === value) ? value : usable[0]?.value;
  return (
    <div
      id={id}
      role="radiogroup"
      aria-label={label}
      aria-describedby={props['aria-describedby']}
      className={[styles.group, styles[size], fill && styles.fill].filter(Boolean).join(' ')}
      onKeyDown={(event) => {
        moveFocus(event, '[role=radio]:not(:disabled)')?.click();
      }}
    >
      {options.map(({ icon: Icon, ...option }) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          disabled={option.disabled}
          tabIndex={option.value === stop ? 0 : -1}
          data-tip={option.description}
          onClick={() => option.value !== value && onChange(option.value)}
        >
          {Icon && <Icon size={14} aria-hidden />}
          <span>{option.label}</span>
          {option.count !== undefined && <span className={styles.count}>{option.count}</span>}
        </button>
      ))}
    </div>
  );
}
