/** The inside of `ColorField`. */
import { useState, type ReactNode } from 'react';
import { contrastRatio, hexColor, namedColor, namedColors, storedColor } from '../colors';
import { useTheme } from '../theme';
import { Button } from './Button';
import { Input } from './Input';
import { moveFocus } from './roving';
import styles from './ColorField.module.css';

/** Lines and areas need this much (WCAG 2.2, 1.4.11). */
const ENOUGH = 3;

/** "Semi-dark red" for a stored name, anything else as it is. */
export function colorName(value: string): string {
  if (value === 'text') return 'Text color';
  if (value === 'transparent') return 'Transparent';
  if (!namedColor(value, 'dark')) return value;
  const words = value.replace(/-(?=[a-z]+$)/, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export interface ColorPaletteProps {
  label: string;
  value: string;
  clearable?: boolean;
  onChange: (value: string) => void;
  onClose: () => void;
}

export function ColorPalette(props: ColorPaletteProps): ReactNode {
  const { label, value, clearable, onChange, onClose } = props;
  const theme = useTheme();
  const [typed, setTyped] = useState<string>();
  const series = [...new Set(Array.from({ length: 12 }, (_, index) => theme.series(index)))];
  const css = value === '' ? '' : theme.color(value);
  const ratio = contrastRatio(css, theme.token('--bg-panel'));
  const hex = hexColor(css);
  const pick = (color: string) => {
    setTyped(undefined);
    onChange(color);
  };
  const type = (text: string) => {
    setTyped(text);
    const color = text.trim();
    if (color && storedColor(color, theme.mode)) onChange(color);
  };
  const isWrong = typed !== undefined && typed !== '' && !storedColor(typed.trim(), theme.mode);
  const swatches = (
    group: string,
    columns: number,
    colors: readonly [string, string, string][],
  ) => <Swatches group={group} columns={columns} colors={colors} value={value} onPick={pick} />;
  return (
    <div
      className={styles.palette}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !isWrong) {
          event.preventDefault();
          onClose();
        }
      }}
    >
      <div className={styles.head}>Theme</div>
      {swatches(
        `${label}: theme colors`,
        5,
        namedColors.map((name) => [name, theme.color(name), colorName(name)]),
      )}
      <div className={styles.head}>Series</div>
      {swatches(
        `${label}: series colors`,
        6,
        series.map((color, index) => [color, color, `Series ${index + 1}`]),
      )}
      <div className={styles.row}>
        <Button size="sm" pressed={value === 'text'} onClick={() => pick('text')}>
          Text
        </Button>
        <Button size="sm" pressed={value === 'transparent'} onClick={() => pick('transparent')}>
          Transparent
        </Button>
        {clearable && (
          <Button size="sm" pressed={value === ''} onClick={() => pick('')}>
            No color
          </Button>
        )}
      </div>
      <div className={styles.row}>
        <input
          type="color"
          className={styles.native}
          aria-label={`${label}: pick a custom color`}
          value={hex ?? '#808080'}
          onChange={(event) => pick(event.target.value)}
        />
        <Input
          size="sm"
          mono
          aria-label={`${label}: color value`}
          aria-invalid={isWrong || undefined}
          placeholder="#5b9dfb"
          spellCheck={false}
          value={typed ?? value}
          onChange={type}
        />
      </div>
      {isWrong && (
        <div role="alert" className={styles.wrong}>
          Enter a color, such as #5b9dfb or semi-dark-blue.
        </div>
      )}
      {ratio !== undefined && (
        <div className={ratio < ENOUGH ? styles.low : styles.contrast}>
          Contrast to the panel {ratio.toFixed(1)} : 1{ratio < ENOUGH && ', hard to see'}
        </div>
      )}
    </div>
  );
}

interface SwatchesProps {
  group: string;
  columns: number;
  /** Value to store, CSS colour, name. */
  colors: readonly (readonly [string, string, string])[];
  value: string;
  onPick: (color: string) => void;
}

function Swatches({ group, columns, colors, value, onPick }: SwatchesProps): ReactNode {
  const isHere = colors.some(([color]) => color === value);
  return (
    <div
      role="radiogroup"
      aria-label={group}
      className={styles.swatches}
      style={{ gridTemplateColumns: `repeat(${columns}, 26px)` }}
      onKeyDown={(event) => {
        moveFocus(event, '[role=radio]', columns)?.click();
      }}
    >
      {colors.map(([color, css, name], index) => {
        const isChosen = color === value;
        return (
          <button
            key={name}
            type="button"
            role="radio"
            aria-checked={isChosen}
            aria-label={name}
            data-tip={name}
            data-autofocus={isChosen || undefined}
            tabIndex={isChosen || (!isHere && index === 0) ? 0 : -1}
            style={{ background: css }}
            onClick={() => onPick(color)}
          />
        );
      })}
    </div>
  );
}
