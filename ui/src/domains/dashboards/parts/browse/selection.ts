import { useMemo, useState } from 'react';
import type { Selection } from '../../api';

export interface Item {
  kind: 'folder' | 'dashboard';
  uid: string;
  title: string;
}

export interface Chosen {
  items: Selection;
  count: number;
  has: (item: Item) => boolean;
  toggle: (item: Item) => void;
  clear: () => void;
}

const keyOf = ({ kind, uid }: Item) => `${kind}:${uid}`;

/** What is ticked in a list of folders and dashboards. */
export function useSelection(): Chosen {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Item>>(new Map());
  return useMemo(() => {
    const all = [...chosen.values()];
    return {
      items: {
        folders: all.filter(({ kind }) => kind === 'folder'),
        dashboards: all.filter(({ kind }) => kind === 'dashboard'),
      },
      count: chosen.size,
      has: (item) => chosen.has(keyOf(item)),
      toggle: (item) => {
        const next = new Map(chosen);
        if (!next.delete(keyOf(item))) next.set(keyOf(item), item);
        setChosen(next);
      },
      clear: () => setChosen(new Map()),
    };
  }, [chosen]);
}

/** `2 folders and 1 dashboard`. */
export function describe({ folders, dashboards }: Selection): string {
  const parts = [plural(folders.length, 'folder'), plural(dashboards.length, 'dashboard')];
  return parts.filter(Boolean).join(' and ');
}

function plural(count: number, noun: string): string {
  if (count === 0) return '';
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
