/** A month to choose a first and a last day from, with the pointer or the keyboard. */
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../design';
import { chosenSpan, dayName, monthOf, movedDay, movedMonth, type DaySpan } from './calendar';
import styles from './Calendar.module.css';

export interface CalendarProps {
  /** Where the calendar opens, and what is marked. */
  span: { from: string; to: string };
  today: string;
  weekStart?: string | undefined;
  onChoose: (span: { from: string; to: string }) => void;
}

export function Calendar({ span, today, weekStart, onChoose }: CalendarProps): ReactNode {
  const [shown, setShown] = useState(span.to);
  const [chosen, setChosen] = useState<DaySpan>(span);
  const moved = useRef(false);
  const grid = useRef<HTMLTableElement>(null);
  const month = useMemo(() => monthOf(shown, weekStart), [shown, weekStart]);

  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moved.current = false;
  }, [shown]);

  const choose = (day: string) => {
    const next = chosenSpan(chosen, day);
    setChosen(next);
    setShown(day);
    onChoose({ from: next.from, to: next.to ?? next.from });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    moved.current = true;
    setShown(move(shown));
  };
  const end = chosen.to ?? chosen.from;

  return (
    <div className={styles.calendar} role="group" aria-label="Calendar">
      <div className={styles.head}>
        <IconButton
          size="sm"
          icon={ChevronLeft}
          label="Previous month"
          onClick={() => setShown(movedMonth(shown, -1))}
        />
        <span aria-live="polite">{month.title}</span>
        <IconButton
          size="sm"
          icon={ChevronRight}
          label="Next month"
          onClick={() => setShown(movedMonth(shown, 1))}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the ARIA pattern of a date grid */}
      <table ref={grid} role="grid" aria-label={month.title} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {month.weekdays.map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {month.weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} aria-selected={day >= chosen.from && day <= end}>
                  <button
                    type="button"
                    tabIndex={day === shown ? 0 : -1}
                    aria-label={dayName(day)}
                    aria-current={day === today ? 'date' : undefined}
                    data-end={day === chosen.from || day === end || undefined}
                    data-outside={day.slice(0, 7) !== shown.slice(0, 7) || undefined}
                    onClick={() => choose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const MOVES: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => movedDay(day, -1),
  ArrowRight: (day) => movedDay(day, 1),
  ArrowUp: (day) => movedDay(day, -7),
  ArrowDown: (day) => movedDay(day, 7),
  PageUp: (day) => movedMonth(day, -1),
  PageDown: (day) => movedMonth(day, 1),
};
