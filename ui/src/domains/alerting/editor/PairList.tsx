/** A list of names with values, such as labels or annotations. */
import { useState, type ReactNode } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton, Input } from '../../../design';
import type { Pair } from '../model/draft';
import styles from './Editor.module.css';

export interface PairListProps {
  label: string;
  /** The name of one entry, such as "Label". */
  name: string;
  pairs: readonly Pair[];
  onChange: (pairs: Pair[]) => void;
  problems?: readonly (string | undefined)[];
  placeholder?: readonly [name: string, value: string];
}

export function pairsOf(record: Readonly<Record<string, string>>): Pair[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }));
}

export function PairList({
  label,
  name,
  pairs,
  onChange,
  problems = [],
  placeholder = ['', ''],
}: PairListProps): ReactNode {
  // Rows without a name are kept here, because a record of the pairs cannot contain them.
  const [drafts, setDrafts] = useState(pairs);
  const kept = sameNamed(drafts, pairs) ? drafts : pairs;
  const set = (next: readonly Pair[]) => {
    setDrafts(next);
    onChange([...next]);
  };
  const change = (at: number, patch: Partial<Pair>) =>
    set(kept.map((pair, index) => (index === at ? { ...pair, ...patch } : pair)));
  return (
    <div role="group" aria-label={label} className={styles.pairs}>
      {kept.map((pair, index) => (
        <div key={index}>
          <div className={styles.pair}>
            <Input
              mono
              aria-label={`${name} ${index + 1}, name`}
              aria-invalid={problems[index] ? true : undefined}
              value={pair.name}
              placeholder={placeholder[0]}
              onChange={(text) => change(index, { name: text })}
            />
            <span aria-hidden>=</span>
            <Input
              mono
              aria-label={`${name} ${index + 1}, value`}
              value={pair.value}
              placeholder={placeholder[1]}
              onChange={(value) => change(index, { value })}
            />
            <IconButton
              icon={Trash2}
              label={`Remove ${name.toLowerCase()} ${pair.name || index + 1}`}
              onClick={() => set(kept.toSpliced(index, 1))}
            />
          </div>
          {problems[index] && (
            <p role="alert" className={styles.fieldError}>
              {problems[index]}
            </p>
          )}
        </div>
      ))}
      <Button size="sm" icon={Plus} onClick={() => set([...kept, { name: '', value: '' }])}>
        Add {name.toLowerCase()}
      </Button>
    </div>
  );
}

function sameNamed(drafts: readonly Pair[], pairs: readonly Pair[]): boolean {
  const named = (list: readonly Pair[]) =>
    JSON.stringify(list.filter((pair) => pair.name !== '').map((pair) => [pair.name, pair.value]));
  return named(drafts) === named(pairs);
}
