import { DataLinks } from '@vedette/sdk';
import styles from '../Table.module.css';
import type { CellProps } from './cellProps';

export function ImageCell({ column, row, value, display, height }: CellProps) {
  const source = imageSource(value);
  if (!source) return <div className={styles.text}>{display.text}</div>;
  return (
    <DataLinks links={column.field.getLinks?.(row)} label={column.name} className={styles.image}>
      <img
        src={source}
        alt={column.cell.alt}
        title={column.cell.title || undefined}
        style={{ maxHeight: height - 6 }}
        loading="lazy"
        referrerPolicy="no-referrer"
      />
    </DataLinks>
  );
}

const INLINE = /^data:image\/(png|jpe?g|gif|webp|avif|bmp);base64,[a-z0-9+/=\s]+$/i;

/**
 * Addresses over http(s), and pixels written out in the value itself; nothing that could be a
 * document.
 */
export function imageSource(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (INLINE.test(text)) return text;
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  return url?.href;
}
