/** Every stored override in its order: which fields it means and what it sets. */
import { useState, type ReactNode } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import type { FieldOverride, Frame, PanelModel } from '../../../../data';
import {
  Button,
  Disclosure,
  IconButton,
  Input,
  Popover,
  Select,
  SortableList,
  Tag,
} from '../../../../design';
import { addOverride, moveOverride, removeOverride } from '../draft/commands/option';
import { useDraftStore } from '../draft/context';
import { matcherText } from './matcherText';
import { countMatches, overridesOf, ruleOf, type Scope } from './scope';
import styles from './Options.module.css';

export interface OverrideRulesProps {
  panel: PanelModel;
  frames: readonly Frame[];
  scope: Scope;
  onScope: (scope: Scope) => void;
}

export function OverrideRules({ panel, frames, scope, onScope }: OverrideRulesProps): ReactNode {
  const store = useDraftStore();
  const rules = overridesOf(panel);
  const current = ruleOf(panel, scope);
  return (
    <Disclosure title="Overrides" level={3} count={rules.length} countLabel="overrides" defaultOpen>
      <SortableList
        label="Overrides; later ones win"
        items={rules}
        keyOf={(_, index) => String(index)}
        nameOf={({ matcher }) => matcherText(matcher)}
        onMove={(from, to) => store.run(moveOverride(panel, from, to))}
      >
        {(rule, index, handle) => (
          <div className={styles.rule} data-selected={index === current || undefined}>
            {handle}
            <button
              type="button"
              className={styles.ruleName}
              onClick={() => onScope({ kind: 'rule', index })}
            >
              <b>{titleOf(rule)}</b>
              <small>{(rule.properties ?? []).map(({ id }) => id).join(', ')}</small>
            </button>
            <Matches rule={rule} frames={frames} />
            <IconButton
              size="sm"
              icon={Trash2}
              label={`Remove the override for ${matcherText(rule.matcher)}`}
              onClick={() => store.run(removeOverride(panel, index))}
            />
          </div>
        )}
      </SortableList>
      <NewOverride panel={panel} onScope={onScope} />
    </Disclosure>
  );
}

function titleOf(rule: FieldOverride): string {
  return rule['__systemRef'] ? 'Hidden in the legend' : matcherText(rule.matcher);
}

function Matches({ rule, frames }: { rule: FieldOverride; frames: readonly Frame[] }): ReactNode {
  const count = countMatches(rule, frames);
  if (count === 0) return <Tag tone="warn">matches nothing</Tag>;
  return (
    <Tag>
      {count} {count === 1 ? 'field' : 'fields'}
    </Tag>
  );
}

type NewMatcher = 'byName' | 'byRegexp' | 'byType' | 'byFrameRefID';

const KINDS: readonly { value: NewMatcher; label: string; placeholder: string }[] = [
  { value: 'byName', label: 'Fields with the name', placeholder: 'p99' },
  { value: 'byRegexp', label: 'Fields whose name matches', placeholder: '/^p9/' },
  { value: 'byType', label: 'Fields of the type', placeholder: 'number' },
  { value: 'byFrameRefID', label: 'Fields of the query', placeholder: 'A' },
];

function NewOverride({ panel, onScope }: Pick<OverrideRulesProps, 'panel' | 'onScope'>): ReactNode {
  const store = useDraftStore();
  const [kind, setKind] = useState<NewMatcher>('byRegexp');
  const [options, setOptions] = useState('');
  const placeholder = KINDS.find(({ value }) => value === kind)?.placeholder ?? '';
  return (
    <Popover
      label="New override"
      trigger={
        <Button size="sm" icon={Plus}>
          Override
        </Button>
      }
    >
      {(close) => (
        <form
          className={styles.newRule}
          onSubmit={(event) => {
            event.preventDefault();
            if (!options) return;
            store.run(addOverride(panel, { id: kind, options }));
            onScope({ kind: 'rule', index: overridesOf(panel).length });
            close();
          }}
        >
          <Select label="Fields" value={kind} options={KINDS} onChange={setKind} />
          <Input
            aria-label="Name or pattern"
            value={options}
            onChange={setOptions}
            placeholder={placeholder}
          />
          <Button type="submit" variant="primary">
            Add
          </Button>
        </form>
      )}
    </Popover>
  );
}
