import styles from './Table.module.css';

interface Props {
  height: number;
  page: number;
  pages: number;
  first: number;
  last: number;
  total: number;
  onPage(page: number): void;
}

export function Pager({ height, page, pages, first, last, total, onPage }: Props) {
  const count = (value: number) => value.toLocaleString('en');
  return (
    <nav className={styles.pager} style={{ height }} aria-label="Pages">
      <span>
        {count(first)}–{count(last)} of {count(total)} rows
      </span>
      <PageButton
        label="First page"
        path="M8 3 5 6l3 3M3.5 3v6"
        disabled={page === 0}
        onClick={() => onPage(0)}
      />
      <PageButton
        label="Previous page"
        path="M7.5 3l-3 3 3 3"
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      />
      <span aria-current="page">
        {count(page + 1)} / {count(pages)}
      </span>
      <PageButton
        label="Next page"
        path="M4.5 3l3 3-3 3"
        disabled={page >= pages - 1}
        onClick={() => onPage(page + 1)}
      />
      <PageButton
        label="Last page"
        path="M4 3l3 3-3 3M8.5 3v6"
        disabled={page >= pages - 1}
        onClick={() => onPage(pages - 1)}
      />
    </nav>
  );
}

interface ButtonProps {
  label: string;
  path: string;
  disabled: boolean;
  onClick(): void;
}

function PageButton({ label, path, disabled, onClick }: ButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <svg
        width="14"
        height="14"
        viewBox="0 0 12 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    </button>
  );
}
