/** Tests of labels, one a row. */
import type { ReactNode } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton, Input, Select } from '../../../../design';
import { EMPTY_MATCHER, OPERATORS, type Matcher } from './matchers';
import styles from './Notify.module.css';

const WORDS = { '=': '= is', '!=': '!= is not', '=~': '=~ matches', '!~': '!~ does not match' };
const OPTIONS = OPERATORS.map((value) => ({ value, label: WORDS[value] }));

export interface MatcherRowsProps {
  matchers: readonly Matcher[];
  onChange: (matchers: Matcher[]) => void;
  /** Large controls, for thumbs. */
  large?: boolean;
  label?: string;
}

export function MatcherRows({ matchers, onChange, large, label = 'Matchers' }: MatcherRowsProps): ReactNode {
  const size = large ? 'lg' : 'md';
  const change = (at: number, patch: Partial<Matcher>) =>
    onChange(matchers.map((each, index) => (index === at ? { ...each, ...patch } : each)));
  return (
    <div role="group" aria-label={label} className={styles.matchers}>
      {matchers.map((matcher, index) => (
        <div key={index} className={styles.matcher}>
          <Input
            mono
            size={size}
            aria-label={`Label ${index + 1}`}
            placeholder="label"
            value={matcher.name}
            onChange={(name) => change(index, { name })}
          />
          <Select
            size={size}
            label={`Operator ${index + 1}`}
            options={OPTIONS}
            value={matcher.operator}
            onChange={(operator) => change(index, { operator })}
          />
          <Input
            mono
            size={size}
            aria-label={`Value ${index + 1}`}
            placeholder={matcher.operator.endsWith('~') ? 'regular expression' : 'value'}
            value={matcher.value}
            onChange={(value) => change(index, { value })}
          />
          <IconButton
            icon={Trash2}
            size={size}
            label={`Remove the matcher ${matcher.name || index + 1}`}
            onClick={() => onChange(matchers.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button size={large ? 'md' : 'sm'} icon={Plus} onClick={() => onChange([...matchers, EMPTY_MATCHER])}>
        Add matcher
      </Button>
    </div>
  );
}

export function MatcherTags({ matchers }: { matchers: readonly Matcher[] }): ReactNode {
  return (
    <span className={styles.tags}>
      {matchers.map((each, index) => (
        <span key={index} className={styles.matcherTag} title={`${each.name}${each.operator}${each.value}`}>
          <span>{each.name}</span>
          <b>{each.operator}</b>
          {each.value || '“”'}
        </span>
      ))}
    </span>
  );
}
