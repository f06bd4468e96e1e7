/** One or several of declared choices. Choices are numbers, texts, booleans or null. */
import type { ReactNode } from 'react';
import { Combobox, Segmented, Select, type Option } from '../../../../../design';
import type { Choice, ChoiceValue } from '../../../../../sdk/options';
import type { DefinitionOf, EditorProps } from './types';

type Props<V> = EditorProps<V, DefinitionOf<'select' | 'radio' | 'multi'>>;

/** With more choices than this the list has a search. */
const SEARCHED_FROM = 13;
const MOST_SEGMENTS = 4;
/** Longer labels do not fit side by side in the pane. */
const MOST_LETTERS = 34;

const keyOf = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

/** The declared choices; a stored value that is none of them is one more and stays selectable. */
function optionsOf(
  choices: readonly Choice[],
  stored: readonly unknown[],
): { options: Option[]; valueOf: (key: string) => ChoiceValue } {
  const known = new Set(choices.map(({ value }) => keyOf(value)));
  const others = stored.filter((value) => value !== undefined && !known.has(keyOf(value)));
  const all = [
    ...choices,
    ...others.map((value) => ({
      value: value as ChoiceValue,
      label: `${String(value)} (unknown)`,
    })),
  ];
  const values = new Map(all.map(({ value }) => [keyOf(value), value]));
  return {
    options: all.map(({ value, ...rest }) => ({ ...rest, value: keyOf(value) })),
    valueOf: (key) => values.get(key) ?? null,
  };
}

export function SelectEditor(props: Props<ChoiceValue | undefined>): ReactNode {
  const { id, label, value, onChange, onDone, definition } = props;
  const { options, valueOf } = optionsOf(definition.choices, [value]);
  const choose = (key: string) => {
    onChange(valueOf(key));
    onDone?.();
  };
  const current = keyOf(value);
  if (
    definition.kind === 'radio' &&
    options.length <= MOST_SEGMENTS &&
    options.reduce((sum, option) => sum + option.label.length, 0) <= MOST_LETTERS
  )
    return (
      <Segmented
        id={id}
        label={label}
        size="sm"
        fill
        value={current}
        options={options}
        onChange={choose}
      />
    );
  if (options.length >= SEARCHED_FROM)
    return (
      <Combobox
        id={id}
        label={label}
        options={options}
        value={value === undefined ? [] : [current]}
        onChange={([key]) => key !== undefined && choose(key)}
      />
    );
  const shown = value === undefined ? [{ value: current, label: 'Default' }, ...options] : options;
  return (
    <Select id={id} label={label} size="sm" value={current} options={shown} onChange={choose} />
  );
}

export function MultiEditor(props: Props<readonly ChoiceValue[] | undefined>): ReactNode {
  const { id, label, value = [], onChange, definition } = props;
  const { options, valueOf } = optionsOf(definition.choices, value);
  return (
    <Combobox
      id={id}
      label={label}
      multi
      options={options}
      value={value.map(keyOf)}
      onChange={(keys) => onChange(keys.map(valueOf))}
    />
  );
}
