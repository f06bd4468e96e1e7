import {
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { Check, Search } from 'lucide-react';
import { formatted, formatValue } from '../../../../../data';
import {
  CUSTOM_FORMS,
  customUnit,
  isCustomForm,
  matchingUnits,
  recentUnits,
  type UnitRow,
} from './unitRows';
import styles from './Unit.module.css';

interface Props {
  label: string;
  value: string;
  /** What was typed before the list was here. */
  typed: string;
  /** The value shown in each unit. */
  current: { name: string; value: number } | undefined;
  decimals: number | null | undefined;
  onChoose: (unit: string) => void;
}

/** Shown where the data has no number. */
const SAMPLE = 1234.5;

export function UnitList({ label, value, typed, current, decimals, onChoose }: Props): ReactNode {
  const [text, setText] = useState(typed);
  const [active, setActive] = useState(0);
  const [recent] = useState(recentUnits);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const wanted = useDeferredValue(text);
  const rowsFor = (words: string) => {
    const custom = customUnit(words);
    const sections = matchingUnits(words, recent);
    return [
      ...(words.trim() === '' && value !== ''
        ? [{ name: '', units: [{ id: '', name: 'Default: no unit is stored' }] }]
        : []),
      ...sections,
      ...(custom ? [{ name: '', units: [{ id: custom, name: `Custom unit “${custom}”` }] }] : []),
    ];
  };
  const sections = useMemo(
    () => rowsFor(wanted),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what `rowsFor` reads
    [wanted, recent, value],
  );
  const flat = sections.flatMap(({ units }) => units);

  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  const sample = (unit: string): string =>
    formatted(formatValue(current?.value ?? SAMPLE, unit, decimals));
  const choose = (row: UnitRow | undefined) => {
    if (!row) return;
    // The example of a form is there to be changed.
    if (CUSTOM_FORMS.includes(row)) {
      setText(row.id);
      setActive(0);
    } else onChoose(row.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = flat.length - 1;
    const next = {
      ArrowDown: Math.min(active + 1, last),
      ArrowUp: Math.max(active - 1, 0),
      PageDown: Math.min(active + 10, last),
      PageUp: Math.max(active - 10, 0),
    }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setActive(next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // Who types fast presses Enter before the list has followed.
      const now = text === wanted ? flat : rowsFor(text).flatMap(({ units }) => units);
      const written = text.trim();
      const isOwn = customUnit(written) === undefined || isCustomForm(written);
      const own = now.findIndex((row) => row.id === written && !CUSTOM_FORMS.includes(row));
      choose(active === 0 && isOwn && own >= 0 ? now[own] : now[active]);
    }
  };
  let position = -1;
  return (
    <div className={styles.picker}>
      <div className={styles.search}>
        <Search size={14} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label={`Search ${label}`}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={flat[active] ? `${id}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search, or write prefix:~"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <span className={styles.current}>
          {current ? `${current.name} is ${Number(current.value.toPrecision(6))} now` : ''}
        </span>
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
        {sections.map(({ name, units }, index) => (
          <div
            key={`${name}-${index}`}
            role={name ? 'group' : 'presentation'}
            aria-label={name || undefined}
          >
            {name && (
              <div className={styles.head} aria-hidden>
                {name}
              </div>
            )}
            {units.map((row) => {
              position += 1;
              const at = position;
              return (
                <div
                  key={row.id}
                  id={`${id}-${at}`}
                  role="option"
                  aria-selected={row.id === value}
                  data-active={at === active || undefined}
                  className={styles.unit}
                  onPointerMove={() => setActive(at)}
                  onClick={() => choose(row)}
                >
                  <span className={styles.check}>
                    {row.id === value && <Check size={12} aria-hidden />}
                  </span>
                  <span className={styles.text}>
                    {row.name} {row.id && <code>{row.id}</code>}
                  </span>
                  <b>{sample(row.id)}</b>
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
