/** Matchers as rows of a form, and as tags. */
import { useId, type ReactNode } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton, Input, Select } from '../../../../design';
import { useRule } from '../../api';
import { EMPTY_MATCHER, OPERATORS, RULE_UID, type Matcher } from '../../model/matchers';
import styles from './Notify.module.css';

const WORDS = { '=': '= is', '!=': '!= is not', '=~': '=~ matches', '!~': '!~ does not match' };
const OPTIONS = OPERATORS.map((value) => ({ value, label: WORDS[value] }));

export interface MatcherRowsProps {
  matchers: readonly Matcher[];
  onChange: (matchers: Matcher[]) => void;
  /** Large controls for touch screens. */
  large?: boolean;
  label?: string;
  /** The first input gets the focus when a dialog opens. */
  isFirst?: boolean;
  /** The message of an invalid matcher. */
  problem?: string | undefined;
}

export function MatcherRows({
  matchers,
  onChange,
  large,
  label = 'Matchers',
  isFirst,
  problem,
}: MatcherRowsProps): ReactNode {
  const problemId = useId();
  const wrong = problem ? Math.max(0, matchers.findIndex(isNameless)) : undefined;
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
            data-autofocus={(isFirst && index === 0) || undefined}
            aria-invalid={index === wrong || undefined}
            aria-describedby={index === wrong ? problemId : undefined}
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
            label={`Remove matcher ${matcher.name || index + 1}`}
            onClick={() => onChange(matchers.toSpliced(index, 1))}
          />
          <RuleNote matcher={matcher} />
        </div>
      ))}
      {problem && (
        <p id={problemId} role="alert" className={styles.failing}>
          {problem}
        </p>
      )}
      <Button
        size={large ? 'md' : 'sm'}
        icon={Plus}
        onClick={() => onChange([...matchers, EMPTY_MATCHER])}
      >
        Add matcher
      </Button>
    </div>
  );
}

function RuleNote({ matcher }: { matcher: Matcher }): ReactNode {
  const title = useRuleTitle(matcher);
  return title && <span className={styles.note}>Alert rule “{title}”</span>;
}

const isNameless = ({ name, value }: Matcher) => name.trim() === '' && value !== '';

export function MatcherTags({ matchers }: { matchers: readonly Matcher[] }): ReactNode {
  return (
    <span className={styles.tags}>
      {matchers.map((each, index) => (
        <MatcherTag key={index} {...each} />
      ))}
    </span>
  );
}

function MatcherTag({ name, operator, value }: Matcher): ReactNode {
  const rule = useRuleTitle({ name, operator, value });
  return (
    <span className={styles.matcherTag} title={`${name}${operator}${value}`}>
      <span>{rule ? 'alert rule' : name}</span>
      <b>{operator}</b>
      {(rule ?? value) || '“”'}
    </span>
  );
}

/** The title of the rule if a matcher compares a rule uid, which users do not recognize. */
function useRuleTitle({ name, operator, value }: Matcher): string | undefined {
  const isOne = name === RULE_UID && (operator === '=' || operator === '!=');
  return useRule(isOne ? value : '').data?.title;
}
