import { useMemo, useRef, useState, type ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { Button, moved, SortableList } from '../../../../../design';
import { LinkEditor, type StoredLink } from './LinkEditor';
import { linkVariables } from './linkVariables';
import type { EditorProps } from './types';
import styles from './Links.module.css';

/** Links of values: title, URL with variables, and where they lead now. */
export function LinksEditor(props: EditorProps<StoredLink[] | undefined>): ReactNode {
  const { id, label, value = [], onChange, onDone, context } = props;
  const [ids, setIds] = useState<number[]>([]);
  const list = useRef<HTMLDivElement>(null);
  const variables = useMemo(() => linkVariables(context), [context]);
  // Links have no names of their own; their rows are identified by the changes made here.
  const keys = value.map((_, index) => ids[index] ?? index);
  const run = (next: StoredLink[], nextKeys: number[]) => {
    setIds(nextKeys);
    onChange(next);
  };
  const focusLink = (index: number) =>
    queueMicrotask(() => {
      const links = list.current?.querySelectorAll('[data-link]');
      const target = links?.[index]?.querySelector('textarea');
      (target ?? list.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
    });
  const nameOf = (link: StoredLink, index: number) => link.title || `Link ${index + 1}`;
  return (
    <div id={id} ref={list} role="group" aria-label={label} className={styles.editor}>
      <SortableList
        label={`${label}, in order`}
        items={value}
        keyOf={(_, index) => String(keys[index])}
        nameOf={nameOf}
        onMove={(from, to) => {
          run(moved(value, from, to), moved(keys, from, to));
          onDone?.();
        }}
      >
        {(link, index, handle) => (
          <LinkEditor
            link={link}
            name={nameOf(link, index)}
            handle={handle}
            variables={variables}
            context={context}
            onChange={(next) => run(value.with(index, next), keys)}
            onDone={onDone}
            onRemove={() => {
              run(value.toSpliced(index, 1), keys.toSpliced(index, 1));
              onDone?.();
              focusLink(Math.min(index, value.length - 2));
            }}
          />
        )}
      </SortableList>
      <div>
        <Button
          size="sm"
          icon={Plus}
          data-add
          onClick={() => {
            run([...value, { title: '', url: '' }], [...keys, Math.max(-1, ...keys) + 1]);
            onDone?.();
            focusLink(value.length);
          }}
        >
          Link
        </Button>
      </div>
    </div>
  );
}
