import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { TextArea } from '../../../../../design';
import { completed, writtenVariable, type LinkVariable } from './linkVariables';
import styles from './Links.module.css';

interface Props {
  label: string;
  value: string;
  variables: readonly LinkVariable[];
  onChange: (value: string) => void;
  onDone?: () => void;
  mono?: boolean;
  rows?: number;
  placeholder?: string;
  invalid?: boolean;
  describedBy?: string;
}

/** More are found by typing. */
const SHOWN = 8;

/** A text in which `$` offers the variables with their current values. */
export function VariableInput(props: Props): ReactNode {
  const { label, value, variables, onChange, onDone, mono, rows = 1 } = props;
  const [caret, setCaret] = useState<number>();
  const [active, setActive] = useState(0);
  const box = useRef<HTMLSpanElement>(null);
  const nextCaret = useRef<number>(undefined);
  const id = useId();
  const written = caret === undefined ? undefined : writtenVariable(value, caret);
  const name = written?.name.toLowerCase() ?? '';
  const matches = written
    ? variables.filter(({ text }) => text.toLowerCase().includes(name)).slice(0, SHOWN)
    : [];
  const isOpen = matches.length > 0;
  const area = () => box.current?.querySelector('textarea');

  useLayoutEffect(() => {
    if (nextCaret.current === undefined) return;
    area()?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = undefined;
  }, [value]);

  const take = (variable: LinkVariable | undefined) => {
    if (!variable || caret === undefined) return;
    const next = completed(value, caret, variable.text);
    nextCaret.current = next.caret;
    setCaret(undefined);
    onChange(next.text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && !isOpen) {
      // Titles and URLs have no lines.
      event.preventDefault();
      onDone?.();
    }
    if (!isOpen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((active + step + matches.length) % matches.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(matches[active]);
    else if (event.key === 'Escape') setCaret(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span
      ref={box}
      className={styles.variable}
      onBlur={() => {
        setCaret(undefined);
        onDone?.();
      }}
    >
      <TextArea
        className={styles.text}
        mono={mono}
        rows={rows}
        spellCheck={false}
        placeholder={props.placeholder}
        aria-label={label}
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
        aria-autocomplete="list"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        value={value}
        onChange={(text) => {
          onChange(text.replace(/[\r\n]+/g, ''));
          setCaret(area()?.selectionStart ?? text.length);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div id={`${id}-list`} role="listbox" aria-label="Variables" className={styles.list}>
          {matches.map((variable, index) => (
            <div
              key={variable.text}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              data-active={index === active || undefined}
              className={styles.option}
              // The focus stays in the text.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(variable)}
            >
              <code>{variable.text}</code>
              <span>{variable.value}</span>
            </div>
          ))}
        </div>
      )}
      <span role="status" className="vd-sr">
        {isOpen && `${matches.length} variables. Use the arrow keys.`}
      </span>
    </span>
  );
}
