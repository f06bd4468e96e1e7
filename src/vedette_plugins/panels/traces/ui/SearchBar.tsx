import { isFiltering, NO_FILTER, type SpanFilter } from './search';
import styles from './Search.module.css';

interface Props {
  filter: SpanFilter;
  services: readonly string[];
  /** Positions of the spans found; undefined while nothing is searched. */
  matches: readonly number[] | undefined;
  current: number | undefined;
  matchesOnly: boolean;
  showsCritical: boolean;
  onFilter: (filter: SpanFilter) => void;
  onMatchesOnly: (matchesOnly: boolean) => void;
  onShowsCritical: (shows: boolean) => void;
  onGo: (at: number) => void;
}

export function SearchBar({
  filter,
  services,
  matches,
  current,
  matchesOnly,
  showsCritical,
  ...on
}: Props) {
  const place = matches && current !== undefined ? matches.indexOf(current) : -1;
  const step = (by: 1 | -1) => {
    if (!matches || matches.length === 0) return;
    const next =
      place < 0
        ? by > 0
          ? 0
          : matches.length - 1
        : (place + by + matches.length) % matches.length;
    on.onGo(matches[next] ?? 0);
  };
  return (
    <div className={styles.bar} role="search">
      <div className={styles.box}>
        <svg
          width="14"
          height="14"
          viewBox="0 0 14 14"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <circle cx="6" cy="6" r="4.25" />
          <path d="m9.5 9.5 3 3" />
        </svg>
        <input
          type="text"
          value={filter.text}
          placeholder="Find spans: text, key=value, >10ms"
          aria-label="Find spans"
          spellCheck={false}
          onChange={(event) => on.onFilter({ ...filter, text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
            if (event.key === 'Escape' && filter.text) on.onFilter({ ...filter, text: '' });
          }}
        />
        {matches && (
          <output className={styles.count} data-none={matches.length === 0 || undefined}>
            {place >= 0
              ? `${place + 1} of ${matches.length}`
              : `${matches.length} ${matches.length === 1 ? 'match' : 'matches'}`}
          </output>
        )}
        <button
          type="button"
          aria-label="Previous match"
          disabled={!matches?.length}
          onClick={() => step(-1)}
        >
          <Chevron d="M2 7 5.5 3.5 9 7" />
        </button>
        <button
          type="button"
          aria-label="Next match"
          disabled={!matches?.length}
          onClick={() => step(1)}
        >
          <Chevron d="M2 4 5.5 7.5 9 4" />
        </button>
      </div>
      <select
        aria-label="Service"
        value={filter.service}
        onChange={(event) => on.onFilter({ ...filter, service: event.target.value })}
      >
        <option value="">All services</option>
        {services.filter(Boolean).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <Toggle
        label="Errors"
        isOn={filter.errorsOnly}
        onChange={(errorsOnly) => on.onFilter({ ...filter, errorsOnly })}
      />
      <Toggle
        label="Critical path"
        isOn={filter.criticalOnly}
        onChange={(criticalOnly) => on.onFilter({ ...filter, criticalOnly })}
      />
      <Toggle label="Matches only" isOn={matchesOnly} onChange={on.onMatchesOnly} />
      {isFiltering(filter) && (
        <button type="button" className={styles.clear} onClick={() => on.onFilter(NO_FILTER)}>
          Clear
        </button>
      )}
      <span className={styles.space} />
      <Toggle label="Show critical path" isOn={showsCritical} onChange={on.onShowsCritical} />
    </div>
  );
}

function Toggle({
  label,
  isOn,
  onChange,
}: {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
    >
      {label}
    </button>
  );
}

function Chevron({ d }: { d: string }) {
  return (
    <svg
      width="11"
      height="11"
      viewBox="0 0 11 11"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  );
}
