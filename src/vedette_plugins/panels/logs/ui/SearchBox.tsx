import type { Ref } from 'react';
import { Icon } from './Icon';
import type { LineSearch } from './useSearch';
import styles from './Toolbar.module.css';

export interface Matches {
  /** Lines where something is found; undefined while nothing is searched. */
  count: number | undefined;
  /** Which of them is the current line, from 1; 0 where none is. */
  place: number;
  step: (by: 1 | -1) => void;
  isOnly: boolean;
  setOnly: (isOnly: boolean) => void;
}

interface Props {
  ref: Ref<HTMLInputElement>;
  lineSearch: LineSearch;
  matches: Matches;
  /** Called where Escape is pressed with nothing left to clear. */
  onLeave: () => void;
}

export function SearchBox({ ref, lineSearch, matches, onLeave }: Props) {
  const { search, setSearch, problem, isBusy } = lineSearch;
  const { count, step } = matches;
  const set = (patch: Partial<typeof search>) => setSearch({ ...search, ...patch });
  return (
    <div role="search" className={styles.search}>
      <div className={styles.box} data-problem={problem ? '' : undefined}>
        <Icon name="search" />
        <input
          ref={ref}
          type="text"
          value={search.text}
          placeholder="Search displayed lines"
          aria-label="Search displayed lines"
          aria-invalid={problem ? true : undefined}
          spellCheck={false}
          onChange={(event) => set({ text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
            if (event.key !== 'Escape') return;
            if (search.text) set({ text: '' });
            else onLeave();
          }}
        />
        <output className={styles.count} data-none={count === 0 || undefined}>
          {countText(matches, isBusy)}
        </output>
        <button
          type="button"
          aria-label="Match case"
          title="Match case"
          aria-pressed={search.isCaseSensitive}
          onClick={() => set({ isCaseSensitive: !search.isCaseSensitive })}
        >
          Aa
        </button>
        <button
          type="button"
          aria-label="Regular expression"
          title="Regular expression"
          aria-pressed={search.isRegex}
          onClick={() => set({ isRegex: !search.isRegex })}
        >
          .*
        </button>
        <button
          type="button"
          aria-label="Previous match"
          title="Previous match (Shift + Enter)"
          disabled={!count}
          onClick={() => step(-1)}
        >
          <Icon name="up" size={11} />
        </button>
        <button
          type="button"
          aria-label="Next match"
          title="Next match (Enter)"
          disabled={!count}
          onClick={() => step(1)}
        >
          <Icon name="down" size={11} />
        </button>
      </div>
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={matches.isOnly}
        onClick={() => matches.setOnly(!matches.isOnly)}
      >
        Matches only
      </button>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

function countText({ count, place }: Matches, isBusy: boolean): string {
  if (isBusy) return 'Searching…';
  if (count === undefined) return '';
  if (place > 0) return `${place} of ${count.toLocaleString()}`;
  return `${count.toLocaleString()} ${count === 1 ? 'line' : 'lines'}`;
}
