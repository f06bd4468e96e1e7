import styles from '../Table.module.css';

interface Props {
  name: string;
  onInspect: (() => void) | undefined;
  onFilter: ((operator: '=' | '!=') => void) | undefined;
}

/** What a cell offers while it is pointed at or focused. */
export function CellActions({ name, onInspect, onFilter }: Props) {
  return (
    <span className={styles.actions}>
      {onFilter && (
        <>
          <Action
            label={`Filter for this ${name}`}
            path="M7 3v8M3 7h8"
            onClick={() => onFilter('=')}
          />
          <Action label={`Filter out this ${name}`} path="M3 7h8" onClick={() => onFilter('!=')} />
        </>
      )}
      {onInspect && (
        <Action
          label={`Show all of ${name}`}
          path="M8.5 2.5h3v3M5.5 11.5h-3v-3M11.5 2.5 8 6M2.5 11.5 6 8"
          onClick={onInspect}
        />
      )}
    </span>
  );
}

function Action({ label, path, onClick }: { label: string; path: string; onClick(): void }) {
  return (
    <button
      type="button"
      className={styles.action}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <svg
        width="14"
        height="14"
        viewBox="0 0 14 14"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    </button>
  );
}
