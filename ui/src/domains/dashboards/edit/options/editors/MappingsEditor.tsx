import {
  useDeferredValue,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type ReactNode,
} from 'react';
import { Download, Plus } from 'lucide-react';
import type { ValueMapping } from '../../../../../data';
import { Button, moved, SortableList } from '../../../../../design';
import { usePatternEngine } from '../../../../../plugins/usePatternEngine';
import { distinctValues, MOST_ADDED, rowsFor, usesOf } from './mappingCounts';
import { MappingRowEditor } from './MappingRowEditor';
import { mappingsOf, newId, pastedRows, rowsOf, type MappingRow } from './mappingRows';
import type { EditorProps } from './types';
import styles from './Mappings.module.css';

/** Texts and colours for values, in the order in which they are tried. */
export function MappingsEditor(props: EditorProps<ValueMapping[] | undefined>): ReactNode {
  const { id, label, value = [], onChange, onDone, context } = props;
  const [kept, setKept] = useState<{ rows: MappingRow[]; json: string }>();
  const list = useRef<HTMLDivElement>(null);
  const json = JSON.stringify(value);
  // Rows keep their ids, and texts that are being typed, while they stand for the stored value.
  const fresh = useMemo(
    () => rowsOf(value),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- by what the value holds
    [json],
  );
  const rows = kept?.json === json ? kept.rows : fresh;

  const hasPatterns = usePatternEngine();
  const shown = useDeferredValue(rows);
  const distinct = useMemo(() => distinctValues(context.frames), [context.frames]);
  const { uses, unmapped } = useMemo(
    () => usesOf(shown, distinct),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- expressions match once they can run
    [shown, distinct, hasPatterns],
  );
  const useOf = new Map(shown.map((row, index) => [row.id, uses[index]]));

  const run = (next: MappingRow[]) => {
    const mappings = mappingsOf(next);
    setKept({ rows: next, json: JSON.stringify(mappings) });
    onChange(mappings);
  };
  /** Once the row is drawn. */
  const focusRow = (rowId: string | undefined) =>
    queueMicrotask(() => {
      const target =
        list.current?.querySelector<HTMLElement>(`[data-row="${rowId}"] [data-match]`) ??
        list.current?.querySelector<HTMLElement>('[data-add]');
      target?.focus();
      target?.scrollIntoView?.({ block: 'nearest' });
    });
  const add = (added: MappingRow[], at = rows.length) => {
    run(rows.toSpliced(at, 0, ...added));
    onDone?.();
    focusRow(added[0]?.id);
  };
  const remove = (index: number) => {
    run(rows.toSpliced(index, 1));
    onDone?.();
    focusRow((rows[index + 1] ?? rows[index - 1])?.id);
  };
  const onPaste = (event: ClipboardEvent, index: number) => {
    const pasted = pastedRows(event.clipboardData.getData('text/plain'));
    if (pasted.length === 0) return;
    event.preventDefault();
    const row = rows[index];
    const isEmpty = row?.match === '' && !row.result.text;
    run(rows.toSpliced(isEmpty ? index : index + 1, isEmpty ? 1 : 0, ...pasted));
    onDone?.();
    focusRow(pasted[0]?.id);
  };
  const nameOf = (row: MappingRow, index: number) => `Mapping ${index + 1} ${row.match}`.trim();
  const count = Math.min(unmapped.length, MOST_ADDED);

  return (
    <div id={id} ref={list} role="group" aria-label={label} className={styles.editor}>
      {rows.length > 0 && (
        <div className={styles.head} aria-hidden>
          <span />
          <span>Condition</span>
          <span>Match</span>
          <span>Display text</span>
          <span />
          <span className={styles.end}>Values</span>
        </div>
      )}
      <SortableList
        label={`${label}, in order`}
        className={styles.rows}
        items={rows}
        keyOf={(row) => row.id}
        nameOf={nameOf}
        onMove={(from, to) => {
          run(moved(rows, from, to));
          onDone?.();
        }}
      >
        {(row, index, handle) => (
          <MappingRowEditor
            row={row}
            name={nameOf(row, index)}
            handle={handle}
            use={useOf.get(row.id)}
            isComplete={distinct.isComplete}
            hasData={distinct.values.length > 0}
            onChange={(next) => run(rows.with(index, next))}
            onDone={onDone}
            onPaste={(event) => onPaste(event, index)}
            onInsert={() => add([{ id: newId(), kind: 'value', match: '', result: {} }], index + 1)}
            onRemove={() => remove(index)}
          />
        )}
      </SortableList>
      <div className={styles.foot}>
        <Button
          size="sm"
          icon={Plus}
          data-add
          onClick={() => add([{ id: newId(), kind: 'value', match: '', result: {} }])}
        >
          Mapping
        </Button>
        {count > 0 && (
          <Button size="sm" icon={Download} onClick={() => add(rowsFor(unmapped))}>
            {count < unmapped.length
              ? `Add the ${count} most frequent values of ${unmapped.length.toLocaleString('en')}`
              : count === 1
                ? 'Add 1 value from the data'
                : `Add ${count} values from the data`}
          </Button>
        )}
      </div>
      {rows.length > 0 && (
        <p className={styles.hint}>
          The first match wins. Paste two columns, value and text, to add several mappings.
        </p>
      )}
    </div>
  );
}
