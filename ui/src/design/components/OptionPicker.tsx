/**
 * A searchable list of options, for one choice or many; the inside of `Combobox` and of variable
 * pickers.
 */
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
import type { Option } from './Input';
import { Spinner } from './States';
import styles from './OptionPicker.module.css';

/** More rows than this are found by typing, not by scrolling. */
const SHOWN = 200;

export interface OptionPickerProps {
  label: string;
  options: readonly Option[];
  value: readonly string[];
  /** With `multi` the whole new selection; otherwise one value. */
  onChange: (value: string[]) => void;
  multi?: boolean;
  /** After a single choice, or Enter. */
  onDone?: () => void;
  loading?: boolean;
  /** Asks elsewhere; without it the options are filtered here. */
  onSearch?: (text: string) => void;
  /** Offers what was typed as a value of its own. */
  allowCustom?: boolean;
  placeholder?: string;
  /** What was typed before the list was here. */
  typed?: string;
  /** Below the list: buttons such as "All" or "Clear". */
  footer?: ReactNode;
}

export function OptionPicker(props: OptionPickerProps): ReactNode {
  const {
    label,
    options,
    value,
    onChange,
    multi,
    onDone,
    loading,
    onSearch,
    allowCustom,
    placeholder,
    typed = '',
    footer,
  } = props;
  const [text, setText] = useState(typed);
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const deferred = useDeferredValue(text);
  const selected = useMemo(() => new Set(value), [value]);
  const matching = (wanted: string) =>
    withCustom(onSearch ? options : filterOptions(options, wanted), allowCustom ? wanted : '');
  const matches = useMemo(
    () => matching(deferred),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what `matching` reads
    [options, deferred, onSearch, allowCustom],
  );
  const shown = matches.slice(0, SHOWN);

  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  useEffect(() => {
    if (typed) onSearch?.(typed);
    // What is typed later goes through the input.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const choose = (option: Option | undefined) => {
    if (!option || option.disabled) return;
    if (!multi) {
      onChange([option.value]);
      onDone?.();
      return;
    }
    onChange(
      selected.has(option.value)
        ? value.filter((item) => item !== option.value)
        : [...value, option.value],
    );
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const last = shown.length - 1;
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
      if (multi && (event.ctrlKey || event.metaKey)) onDone?.();
      // Who types fast presses Enter before the list has followed.
      else choose((text === deferred ? shown : matching(text))[active]);
    }
  };

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
          aria-activedescendant={shown[active] ? `${id}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder ?? 'Search…'}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
            onSearch?.(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
        {loading && <Spinner size={14} />}
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multi}
        className={styles.list}
      >
        {shown.map((option, index) => (
          <div
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={selected.has(option.value)}
            aria-disabled={option.disabled}
            data-active={index === active || undefined}
            className={styles.option}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(option)}
          >
            <span className={multi ? styles.box : styles.mark}>
              {selected.has(option.value) && <Check size={12} aria-hidden />}
            </span>
            <span className={styles.label}>{option.label}</span>
            {option.description && <span className={styles.description}>{option.description}</span>}
          </div>
        ))}
        {shown.length === 0 && (
          <div className={styles.none}>{loading ? 'Loading…' : 'No matching options'}</div>
        )}
        {matches.length > SHOWN && (
          <div className={styles.none}>
            {(matches.length - SHOWN).toLocaleString()} more. Type to filter the list.
          </div>
        )}
      </div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </div>
  );
}

function filterOptions(options: readonly Option[], text: string): readonly Option[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  return options.filter(({ label, description = '' }) => {
    const hay = `${label} ${description}`.toLowerCase();
    return words.every((word) => hay.includes(word));
  });
}

function withCustom(options: readonly Option[], text: string): readonly Option[] {
  const custom = text.trim();
  if (!custom || options.some(({ value }) => value === custom)) return options;
  return [{ value: custom, label: custom, description: 'use this value' }, ...options];
}
