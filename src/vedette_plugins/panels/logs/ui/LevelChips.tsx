import { LEVEL_NAMES, LEVELS, type Level } from './level';
import type { LogLine } from './lines';
import styles from './Toolbar.module.css';

interface Props {
  counts: ReadonlyMap<Level, number>;
  /** Empty: all levels. */
  chosen: ReadonlySet<Level>;
  onChoose: (levels: ReadonlySet<Level>) => void;
}

/** The levels there are, with the number of their lines; those chosen are shown alone. */
export function LevelChips({ counts, chosen, onChoose }: Props) {
  const levels = LEVELS.filter((level) => counts.has(level) || chosen.has(level));
  if (levels.length < 2 && chosen.size === 0) return null;
  const toggle = (level: Level) => {
    const next = new Set(chosen);
    if (!next.delete(level)) next.add(level);
    onChoose(next);
  };
  return (
    <div role="group" aria-label="Levels" className={styles.levels}>
      {levels.map((level) => {
        const count = (counts.get(level) ?? 0).toLocaleString();
        const name = LEVEL_NAMES[level] || 'OTHER';
        return (
          <button
            key={level}
            type="button"
            data-level={level}
            aria-pressed={chosen.has(level)}
            aria-label={`${name} ${count} lines: show only these`}
            onClick={() => toggle(level)}
          >
            <i />
            {name} <b>{count}</b>
          </button>
        );
      })}
    </div>
  );
}

export function levelCounts(lines: readonly LogLine[]): Map<Level, number> {
  const counts = new Map<Level, number>();
  for (const { level } of lines) counts.set(level, (counts.get(level) ?? 0) + 1);
  return counts;
}
