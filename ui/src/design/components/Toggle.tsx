import type { ReactNode } from 'react';
import styles from './Toggle.module.css';

interface ToggleProps {
  id?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Its name, where no `Field` gives one. */
  label?: ReactNode;
  'aria-describedby'?: string;
}

/** On or off, at once. */
export function Switch({ label, ...props }: ToggleProps): ReactNode {
  return <Toggle {...props} label={label} role="switch" className={styles.switch} />;
}

export function Checkbox({ label, ...props }: ToggleProps): ReactNode {
  return <Toggle {...props} label={label} className={styles.checkbox} />;
}

function Toggle({
  label,
  onChange,
  className,
  ...rest
}: ToggleProps & { role?: 'switch'; className: string | undefined }): ReactNode {
  const input = (
    <input
      {...rest}
      type="checkbox"
      className={className}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
  if (label === undefined) return <span className={styles.row}>{input}</span>;
  return (
    <label className={styles.row}>
      {input}
      <span>{label}</span>
    </label>
  );
}
