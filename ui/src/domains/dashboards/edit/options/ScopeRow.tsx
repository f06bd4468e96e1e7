/** The fields that options are set for: all of them, one, or those of an override. */
import type { ReactNode } from 'react';
import { Ellipsis } from 'lucide-react';
import type { Frame, PanelModel } from '../../../../data';
import { IconButton, Menu, Pill, type MenuItem } from '../../../../design';
import { matcherText } from './matcherText';
import { ALL_FIELDS, fieldPlaces, overridesOf, ruleOf, type Scope } from './scope';
import styles from './Options.module.css';

/** Pills for fields; all others are in the menu. */
const MOST_PILLS = 6;

export interface ScopeRowProps {
  panel: PanelModel;
  frames: readonly Frame[];
  scope: Scope;
  onScope: (scope: Scope) => void;
}

export function ScopeRow({ panel, frames, scope, onScope }: ScopeRowProps): ReactNode {
  const rules = overridesOf(panel);
  const places = fieldPlaces(frames);
  const current = ruleOf(panel, scope);
  const countOf = (name: string) =>
    rules[ruleOf(panel, { kind: 'field', name })]?.properties?.length ?? 0;
  const ranked = [...places].sort((one, other) => countOf(other.name) - countOf(one.name));
  const pills = ranked.slice(0, MOST_PILLS);
  const isField = (name: string) =>
    (scope.kind === 'field' && scope.name === name) ||
    (current >= 0 && current === ruleOf(panel, { kind: 'field', name }));
  const isOther = scope.kind !== 'all' && !pills.some(({ name }) => isField(name));
  const items: MenuItem[] = [
    ...ranked.slice(MOST_PILLS).map(({ name }) => ({
      label: name,
      onSelect: () => onScope({ kind: 'field', name }),
    })),
    ...(ranked.length > MOST_PILLS && rules.length > 0 ? ['separator' as const] : []),
    ...rules.map(({ matcher }, index) => ({
      label: `Override ${index + 1}: ${matcherText(matcher)}`,
      onSelect: () => onScope({ kind: 'rule', index }),
    })),
  ];
  return (
    <div className={styles.scopes} role="radiogroup" aria-label="Set options for">
      <Pill role="radio" selected={scope.kind === 'all'} onClick={() => onScope(ALL_FIELDS)}>
        All fields
      </Pill>
      {pills.map(({ name, color }) => (
        <Pill
          key={name}
          role="radio"
          selected={isField(name)}
          {...(color ? { color } : {})}
          {...(countOf(name) > 0 ? { count: countOf(name), countLabel: 'overrides' } : {})}
          onClick={() => onScope({ kind: 'field', name })}
        >
          {name}
        </Pill>
      ))}
      {isOther && (
        <Pill role="radio" selected onClick={() => undefined}>
          {scope.kind === 'field' ? scope.name : matcherText(rules[current]?.matcher)}
        </Pill>
      )}
      {items.length > 0 && (
        <Menu
          label="Other fields and overrides"
          items={items}
          trigger={<IconButton size="sm" icon={Ellipsis} label="Other fields and overrides" />}
        />
      )}
    </div>
  );
}
