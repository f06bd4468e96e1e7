import styles from './StateTimeline.module.css';

interface Props {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

export function Pages({ page, pages, onPage }: Props) {
  return (
    <nav className={styles.pages} aria-label="Rows">
      <button
        type="button"
        aria-label="Previous rows"
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      >
        ‹
      </button>
      <span>{`${page + 1} of ${pages}`}</span>
      <button
        type="button"
        aria-label="Next rows"
        disabled={page === pages - 1}
        onClick={() => onPage(page + 1)}
      >
        ›
      </button>
    </nav>
  );
}
