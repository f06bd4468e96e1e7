/** What a legend shows, and which series a click on it leaves visible. */
import { calculatedDisplay } from '../../data/field/calculated';
import { formatted } from '../../data/format/value';
import type { Field } from '../../data/frame';
import { reduceField, reducers } from '../../data/reduce';
import type { ColorSwatchProps } from './ColorSwatch';

export interface LegendValue {
  title: string;
  text: string;
  numeric: number;
}

export interface LegendItem {
  id: string;
  name: string;
  color: string;
  hidden?: boolean;
  shape?: ColorSwatchProps['shape'];
  /** Said behind the name, such as the axis of the series. */
  note?: string;
  values: LegendValue[];
}

/** The calculated values of one field, formatted as its own values are. */
export function legendValues(field: Field, calcs: readonly string[]): LegendValue[] {
  return calcs.map((id) => {
    const value = reduceField(field, id);
    return {
      title: reducers.find((reducer) => reducer.id === id)?.name ?? id,
      text: formatted(calculatedDisplay(field, value, id)),
      numeric: value ?? NaN,
    };
  });
}

export function sortedItems(
  items: readonly LegendItem[],
  by: string,
  desc: boolean,
): readonly LegendItem[] {
  if (!by) return items;
  const sign = desc ? -1 : 1;
  const valueOf = (item: LegendItem) =>
    item.values.find((value) => value.title === by)?.numeric ?? NaN;
  if (by === 'Name') {
    return [...items].sort(
      (a, b) => sign * a.name.localeCompare(b.name, undefined, { numeric: true }),
    );
  }
  return [...items].sort((a, b) => {
    const x = valueOf(a);
    const y = valueOf(b);
    if (Number.isNaN(x) || Number.isNaN(y))
      return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
    return sign * (x - y);
  });
}

/** The hidden ids after a click. Isolating the only visible one shows all again. */
export function hiddenAfter(
  ids: readonly string[],
  hidden: ReadonlySet<string>,
  clicked: string,
  how: 'isolate' | 'toggle',
): Set<string> {
  if (how === 'toggle') {
    const next = new Set(hidden);
    if (!next.delete(clicked)) next.add(clicked);
    return next.size >= ids.length ? new Set() : next;
  }
  const others = ids.filter((id) => id !== clicked);
  const isolated =
    !hidden.has(clicked) && others.length > 0 && others.every((id) => hidden.has(id));
  return new Set(isolated ? [] : others);
}
