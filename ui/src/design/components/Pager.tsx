import type { ReactNode } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from './Button';
import styles from './Pager.module.css';

export interface PagerProps {
  /** From 1. */
  page: number;
  pages: number;
  /** The number of pages is not known: only that there is another one. */
  open?: boolean;
  onChange: (page: number) => void;
}

/** Moves through the pages of a list; nothing where there is only one. */
export function Pager({ page, pages, open, onChange }: PagerProps): ReactNode {
  if (pages <= 1) return null;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <IconButton
        icon={ChevronLeft}
        label="Previous page"
        variant="default"
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      />
      <span>
        Page {page}
        {!open && ` of ${pages}`}
      </span>
      <IconButton
        icon={ChevronRight}
        label="Next page"
        variant="default"
        disabled={page >= pages}
        onClick={() => onChange(page + 1)}
      />
    </nav>
  );
}
