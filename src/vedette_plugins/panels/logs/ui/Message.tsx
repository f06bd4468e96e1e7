import { useMemo } from 'react';
import { highlight, withFound } from './highlight';
import type { Range } from './search';
import styles from './Row.module.css';

interface Props {
  text: string;
  /** The text is laid out in several rows. */
  isPretty?: boolean;
  /** Words the query looked for. */
  searched: readonly string[];
  /** Places the search of the panel found. */
  found?: readonly Range[];
}

export function Message({ text, isPretty, searched, found }: Props) {
  const parts = useMemo(() => highlight(text, searched), [text, searched]);
  const cut = useMemo(() => (found ? withFound(parts, found) : parts), [parts, found]);
  return (
    <span className={styles.message} data-pretty={isPretty || undefined} dir="auto">
      {cut.map(({ kind, text: part, isFound }, at) => {
        if (isFound)
          return (
            <mark key={at} data-found="">
              {part}
            </mark>
          );
        if (kind === 'match') return <mark key={at}>{part}</mark>;
        return kind === 'plain' ? (
          part
        ) : (
          <span key={at} data-kind={kind}>
            {part}
          </span>
        );
      })}
    </span>
  );
}
