/** How the pointer on one graph shows on the others, with a picture of each mode. */
import { useId, type ReactNode } from 'react';
import styles from './General.module.css';

const MODES = [
  { value: 0, label: 'Off', hint: 'Only the graph under the pointer' },
  { value: 1, label: 'Crosshair', hint: 'A line at the same time on all graphs' },
  { value: 2, label: 'Crosshair and tooltip', hint: 'A line and the values on all graphs' },
];

export interface CrosshairChoiceProps {
  value: number;
  onChange: (value: number) => void;
}

export function CrosshairChoice({ value, onChange }: CrosshairChoiceProps): ReactNode {
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Crosshair" className={styles.modes}>
      {MODES.map((mode) => (
        <label key={mode.value} className={styles.mode}>
          <Picture mode={mode.value} />
          <span>
            <input
              type="radio"
              name={name}
              checked={value === mode.value}
              aria-label={mode.label}
              aria-describedby={`${name}-${mode.value}`}
              onChange={() => onChange(mode.value)}
            />{' '}
            {mode.label}
          </span>
          <small id={`${name}-${mode.value}`}>{mode.hint}</small>
        </label>
      ))}
    </div>
  );
}

/** Two graphs, the pointer on the left one. */
function Picture({ mode }: { mode: number }): ReactNode {
  return (
    <svg viewBox="0 0 120 44" className={styles.picture} aria-hidden>
      {[2, 62].map((x, index) => (
        <g key={x} transform={`translate(${x} 2)`}>
          <rect width="56" height="40" rx="3" className={styles.frame} />
          <path d="M4 30 16 20 28 24 40 12 52 18" className={styles.curve} />
          {(index === 0 || mode > 0) && <path d="M34 4v32" className={styles.cross} />}
          {(index === 0 || mode > 1) && (
            <rect x="37" y="22" width="15" height="10" rx="2" className={styles.tip} />
          )}
        </g>
      ))}
    </svg>
  );
}
