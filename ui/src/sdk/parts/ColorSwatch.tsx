import styles from './ColorSwatch.module.css';

export interface ColorSwatchProps {
  color: string;
  /** `line` is the mark of a line series, `square` of filled shapes. */
  shape?: 'line' | 'dash' | 'square' | 'dot';
}

export function ColorSwatch({ color, shape = 'line' }: ColorSwatchProps) {
  return (
    <span className={`${styles.swatch} ${styles[shape]}`} style={{ color }} aria-hidden="true" />
  );
}
