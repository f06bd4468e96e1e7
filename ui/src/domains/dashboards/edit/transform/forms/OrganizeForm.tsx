import { useMemo, type ReactNode } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { IconButton, Input, moved, SortableList } from '../../../../../design';
import { knownFields } from '../pipeline';
import { optionsAt, textAt, type Options } from './controls';
import type { TransformFormProps } from './TransformForm';
import styles from './Forms.module.css';

/** Order, visibility and new names of all fields in one list. */
export function OrganizeForm({ options, onChange, before }: TransformFormProps): ReactNode {
  const names = useMemo(() => inOrder(before, options), [before, options]);
  const excluded = optionsAt(options, 'excludeByName');
  const included = optionsAt(options, 'includeByName');
  const isLimited = Object.values(included).some(Boolean);
  const isHidden = (name: string) => on(excluded, name) || (isLimited && !on(included, name));
  const show = (name: string, isShown: boolean) => {
    const { [name]: _shown, ...others } = excluded;
    const next: Options = {
      ...options,
      excludeByName: isShown ? others : { ...excluded, [name]: true },
    };
    if (isLimited && isShown) next['includeByName'] = { ...included, [name]: true };
    onChange(next);
  };
  const rename = (name: string, text: string) => {
    const { [name]: _before, ...others } = optionsAt(options, 'renameByName');
    const renameByName = text ? { ...optionsAt(options, 'renameByName'), [name]: text } : others;
    onChange({ ...options, renameByName });
  };
  const move = (from: number, to: number) =>
    onChange({
      ...options,
      indexByName: Object.fromEntries(moved(names, from, to).map((name, at) => [name, at])),
    });
  if (names.length === 0) return <p className={styles.note}>There are no fields to organize.</p>;
  return (
    <SortableList
      label="Fields"
      items={names}
      keyOf={(name) => name}
      nameOf={(name) => name}
      onMove={move}
      rowClassName={styles.organizeRow}
    >
      {(name, _index, handle) => (
        <>
          {handle}
          <IconButton
            icon={isHidden(name) ? EyeOff : Eye}
            size="sm"
            variant="ghost"
            label={isHidden(name) ? `Show ${name}` : `Hide ${name}`}
            onClick={() => show(name, isHidden(name))}
          />
          <span className={styles.organizeName} data-hidden={isHidden(name) || undefined}>
            {name}
          </span>
          <Input
            size="sm"
            aria-label={`New name of ${name}`}
            placeholder="New name"
            value={textAt(options, 'renameByName', name)}
            onChange={(text) => rename(name, text)}
          />
        </>
      )}
    </SortableList>
  );
}

const on = (names: Options, name: string): boolean =>
  Object.hasOwn(names, name) && Boolean(names[name]);

/** Fields without a place come last, in the order they have before the step. */
function inOrder(before: TransformFormProps['before'], options: Options): string[] {
  const places = optionsAt(options, 'indexByName');
  const placeOf = (name: string): number => {
    const place = Object.hasOwn(places, name) ? Number(places[name]) : NaN;
    return Number.isNaN(place) ? Number.MAX_SAFE_INTEGER : place;
  };
  return knownFields(before)
    .map(({ name }) => name)
    .sort((a, b) => placeOf(a) - placeOf(b));
}
