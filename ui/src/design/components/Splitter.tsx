import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import styles from './Splitter.module.css';

export interface SplitterProps {
  label: string;
  /** A vertical line divides left from right, a horizontal one top from bottom. */
  orientation: 'vertical' | 'horizontal';
  /** Size in px of the part before the line, or after it with `after`. */
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  /** After a drag or a key: the moment to remember the size. */
  onDone?: (value: number) => void;
  /** Double-click and Enter. */
  onReset?: () => void;
  after?: boolean;
  /** Id of the part that gets larger and smaller. */
  controls?: string;
  step?: number;
}

/** The line between two parts of a page that can be moved. */
export function Splitter(props: SplitterProps): ReactNode {
  const {
    label,
    orientation,
    value,
    min,
    max,
    onChange,
    onDone,
    onReset,
    after,
    step = 16,
  } = props;
  const drag = useRef<{ at: number; from: number; value: number }>(undefined);
  const isVertical = orientation === 'vertical';
  const sign = after ? -1 : 1;
  const limited = (size: number) => Math.round(Math.min(max, Math.max(min, size)));
  const place = (event: PointerEvent) => (isVertical ? event.clientX : event.clientY);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const [less, more] = isVertical ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const by = (event.shiftKey ? 4 : 1) * step * sign;
    const next = { [less]: value - by, [more]: value + by, Home: min, End: max }[event.key];
    if (next === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) return void onReset?.();
    onChange(limited(next));
    onDone?.(limited(next));
  };
  const finish = () => {
    if (drag.current) onDone?.(drag.current.value);
    drag.current = undefined;
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={Math.round(value)}
      aria-valuemin={Math.round(min)}
      aria-valuemax={Math.round(max)}
      aria-controls={props.controls}
      className={`${styles.splitter} ${styles[orientation]}`}
      onKeyDown={onKeyDown}
      onDoubleClick={onReset}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        drag.current = { at: place(event), from: value, value };
      }}
      onPointerMove={(event) => {
        if (!drag.current) return;
        const next = limited(drag.current.from + (place(event) - drag.current.at) * sign);
        if (next === drag.current.value) return;
        drag.current.value = next;
        onChange(next);
      }}
      onPointerUp={finish}
      onPointerCancel={finish}
    />
  );
}
