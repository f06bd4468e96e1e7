import { LinkTo } from '@vedette/sdk';
import styles from '../Table.module.css';
import type { CellProps } from './cellProps';

export function LinksCell({ column, row }: CellProps) {
  return (
    <div className={styles.links}>
      {column.field.getLinks?.(row).map((link, index) => (
        <LinkTo key={index} link={link} className={styles.linked} />
      ))}
    </div>
  );
}
