import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Braces, Clock, Hash, ToggleLeft, Type, type LucideIcon } from 'lucide-react';
import {
  fieldDisplayName,
  formatTime,
  type Field,
  type FieldType,
  type Frame,
} from '../../../../data';
import styles from './Transform.module.css';

/** What a step did to columns, by the name they are shown with. */
export interface Marks {
  added?: ReadonlySet<string>;
  removed?: ReadonlySet<string>;
  /** Types that columns had before. */
  formerTypes?: ReadonlyMap<string, FieldType>;
}

export interface FrameGridProps {
  frame: Frame;
  /** All frames at this point, for the names. */
  frames: readonly Frame[];
  marks: Marks;
  timeZone: string;
}

const MOST_ROWS = 200;
const MOST_COLUMNS = 50;
const ROW_HEIGHT = 28;
/** Rows drawn above and below those that are seen. */
const SPARE = 8;

const ICONS: Partial<Record<FieldType, LucideIcon>> = {
  time: Clock,
  number: Hash,
  string: Type,
  boolean: ToggleLeft,
};

/** The first rows of a frame; only those in view are in the document. */
export function FrameGrid({ frame, frames, marks, timeZone }: FrameGridProps): ReactNode {
  const { ref, top, height, onScroll } = useView();
  const rows = Math.min(frame.length, MOST_ROWS);
  const fields = frame.fields.slice(0, MOST_COLUMNS);
  const names = useMemo(
    () => frame.fields.map((field) => fieldDisplayName(field, frame, frames)),
    [frame, frames],
  );
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - SPARE);
  const last = Math.min(rows, Math.ceil((top + height) / ROW_HEIGHT) + SPARE);
  const markOf = (name: string) =>
    marks.added?.has(name) ? 'added' : marks.removed?.has(name) ? 'removed' : undefined;
  return (
    <>
      <div
        ref={ref}
        className={styles.grid}
        tabIndex={0}
        role="region"
        aria-label="Rows"
        onScroll={onScroll}
      >
        <table aria-rowcount={frame.length + 1}>
          <thead>
            <tr>
              {fields.map((field, index) => (
                <Head
                  key={index}
                  field={field}
                  name={names[index] ?? field.name}
                  mark={markOf(names[index] ?? '')}
                  formerType={marks.formerTypes?.get(names[index] ?? '')}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            <Space height={first * ROW_HEIGHT} columns={fields.length} />
            {Array.from({ length: Math.max(0, last - first) }, (_, at) => (
              <tr key={first + at} aria-rowindex={first + at + 2}>
                {fields.map((field, index) => (
                  <td key={index} data-type={field.type} data-mark={markOf(names[index] ?? '')}>
                    {cellText(field, first + at, timeZone)}
                  </td>
                ))}
              </tr>
            ))}
            <Space height={(rows - last) * ROW_HEIGHT} columns={fields.length} />
          </tbody>
        </table>
      </div>
      <Rest frame={frame} />
    </>
  );
}

interface HeadProps {
  field: Field;
  name: string;
  mark?: 'added' | 'removed';
  formerType?: FieldType;
}

function Head({ field, name, mark, formerType }: HeadProps): ReactNode {
  const Icon = ICONS[field.type] ?? Braces;
  return (
    <th scope="col" data-type={field.type} data-mark={mark}>
      {mark === 'added' ? <span aria-hidden>+</span> : <Icon size={12} aria-hidden />}
      <span className={styles.headName}>{name}</span>
      {mark && <span className="vd-sr">, {mark}</span>}
      {formerType && (
        <span className={styles.retyped}>
          {formerType} → {field.type}
        </span>
      )}
    </th>
  );
}

const Space = ({ height, columns }: { height: number; columns: number }): ReactNode =>
  height > 0 && (
    <tr aria-hidden style={{ height }}>
      <td colSpan={columns} />
    </tr>
  );

function Rest({ frame }: { frame: Frame }): ReactNode {
  const parts = [
    frame.length > MOST_ROWS && `${MOST_ROWS} of ${frame.length.toLocaleString('en')} rows`,
    frame.fields.length > MOST_COLUMNS && `${MOST_COLUMNS} of ${frame.fields.length} fields`,
  ].filter(Boolean);
  return parts.length > 0 && <p className={styles.rest}>The first {parts.join(' and ')}.</p>;
}

function cellText(field: Field, row: number, timeZone: string): string {
  const value = field.values[row];
  if (value === null || value === undefined) return '';
  if (field.type === 'time') return formatTime(Number(value), 'full', timeZone);
  if (typeof value !== 'object') return String(value);
  return isTable(value) ? `${value.length} rows` : JSON.stringify(value);
}

const isTable = (value: object): value is Frame => 'fields' in value && 'length' in value;

/** Where an element is scrolled to, and how much of it is seen. */
function useView() {
  const ref = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 400 });
  const read = () => {
    const element = ref.current;
    if (element) setView({ top: element.scrollTop, height: element.clientHeight || 400 });
  };
  useLayoutEffect(() => {
    read();
    const observer = new ResizeObserver(read);
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, ...view, onScroll: read };
}
