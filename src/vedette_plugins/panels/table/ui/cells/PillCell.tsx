import type { CSSProperties } from 'react';
import styles from '../Table.module.css';
import type { CellProps } from './cellProps';

const PALETTE_SIZE = 8;

/** A list as pills: an array, an array written as JSON, or words between commas. */
export function PillCell({ value, column, theme }: CellProps) {
  return (
    <div className={styles.pills}>
      {pillTexts(value).map((text, index) => {
        const color =
          mappedColor(column.field.display?.(text).color, column) ??
          theme.series(hash(text) % PALETTE_SIZE);
        return (
          <span
            key={index}
            className={styles.pill}
            style={{ '--pill': color } as CSSProperties}
            dir="auto"
          >
            {text}
          </span>
        );
      })}
    </div>
  );
}

export function pillTexts(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value.map(String);
  const text = String(value).trim();
  if (text.startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(text);
      if (Array.isArray(parsed)) return parsed.map(String);
    } catch {
      // Not JSON after all: read as words.
    }
  }
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Value mappings choose a colour; otherwise the text does, the same one everywhere. */
function mappedColor(
  color: string | undefined,
  { field }: CellProps['column'],
): string | undefined {
  return field.config.mappings?.length || field.config.color?.mode === 'fixed' ? color : undefined;
}

function hash(text: string): number {
  let code = 0;
  for (let at = 0; at < text.length; at++) code = (code * 31 + text.charCodeAt(at)) >>> 0;
  return code;
}
