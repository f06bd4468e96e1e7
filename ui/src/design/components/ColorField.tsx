import type { ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { useTheme } from '../theme';
import { Button } from './Button';
import { ColorPalette, colorName } from './ColorPalette';
import { Popover } from './Popover';
import styles from './ColorField.module.css';

export interface ColorFieldProps {
  id?: string;
  label: string;
  /** A stored colour name or CSS colour; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /** After the palette closes. */
  onDone?: () => void;
  /** Only the swatch, without the name of the colour. */
  compact?: boolean;
  /** Offers *No color*; it gives an empty value. */
  clearable?: boolean;
  disabled?: boolean;
  'aria-describedby'?: string;
}

/** A colour; opens a palette of named, series and own colours. */
export function ColorField(props: ColorFieldProps): ReactNode {
  const { id, label, value, onChange, onDone, compact, clearable, disabled } = props;
  const theme = useTheme();
  const name = value === '' ? 'No color' : colorName(value);
  return (
    <Popover
      label={`${label}: palette`}
      onOpenChange={(open) => !open && onDone?.()}
      trigger={
        <Button
          id={id}
          disabled={disabled}
          className={compact ? styles.compact : styles.trigger}
          aria-label={`${label}: ${name}`}
          aria-describedby={props['aria-describedby']}
          data-tip={compact ? name : undefined}
        >
          <span
            className={value === '' ? styles.none : styles.swatch}
            style={value === '' ? undefined : { background: theme.color(value) }}
            aria-hidden
          />
          {!compact && <span className={styles.name}>{name}</span>}
          {!compact && <ChevronDown size={14} aria-hidden />}
        </Button>
      }
    >
      {(close) => (
        <ColorPalette
          label={label}
          value={value}
          clearable={clearable}
          onChange={onChange}
          onClose={close}
        />
      )}
    </Popover>
  );
}
