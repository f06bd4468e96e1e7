/** One option: its label, its editor, and where it differs from its default. */
import { memo, useId, type ReactNode } from 'react';
import { RotateCcw } from 'lucide-react';
import type { PanelModel } from '../../../../data';
import { IconButton, Menu } from '../../../../design';
import { resetOption, setOption } from '../draft/commands/option';
import { useDraftStore } from '../draft/context';
import { findPanel } from '../model/panels';
import type { EditorContext } from './editors/types';
import { isWide, OptionControl } from './OptionControl';
import { matcherText } from './matcherText';
import { effectiveValue, isChanged, overriding, storedValue, type Scope } from './scope';
import { valueText } from './search';
import type { OptionView } from './views';
import styles from './Options.module.css';

export interface OptionRowProps {
  panel: PanelModel;
  view: OptionView;
  scope: Scope;
  context: EditorContext;
  /** What the option depends on, where it has no effect now. */
  unmet?: string;
  onScope: (scope: Scope) => void;
}

export const OptionRow = memo(function OptionRow(props: OptionRowProps): ReactNode {
  const { panel, view, scope, context, unmet, onScope } = props;
  const store = useDraftStore();
  const id = useId();
  const { definition } = view;
  const isSet = isChanged(panel, view, scope);
  const isInherited = scope.kind !== 'all' && storedValue(panel, view, scope) === undefined;
  const wide = definition.wide ?? isWide(definition.editor);
  const overrides = scope.kind === 'all' ? overriding(panel, view) : [];
  return (
    <div
      className={styles.row}
      data-option={view.id}
      data-wide={wide || undefined}
      data-inherited={isInherited || undefined}
    >
      <div className={styles.label}>
        {isSet && <span className={styles.dot} aria-hidden />}
        <label htmlFor={id} title={definition.help}>
          {definition.label}
        </label>
        {isSet && <ResetButton panel={panel} view={view} scope={scope} />}
      </div>
      <div className={styles.control}>
        <OptionControl
          id={id}
          label={definition.label}
          value={effectiveValue(panel, view, scope)}
          onChange={(value) => store.run(setOption(panel, view, value, scope, store.get().base))}
          onDone={store.closeStep}
          definition={definition.editor}
          context={context}
        />
        {unmet && <p className={styles.hint}>{unmet}</p>}
        {overrides.length > 0 && (
          <span className={styles.chips}>
            {overrides.map(({ index, rule, value }) => (
              <button
                key={index}
                type="button"
                className={styles.chip}
                aria-label={`Show the override of ${definition.label} for ${matcherText(rule.matcher)}`}
                onClick={() => onScope({ kind: 'rule', index })}
              >
                {matcherText(rule.matcher)} <b>{valueText(view, value)}</b>
              </button>
            ))}
          </span>
        )}
      </div>
    </div>
  );
});

function ResetButton({
  panel,
  view,
  scope,
}: Pick<OptionRowProps, 'panel' | 'view' | 'scope'>): ReactNode {
  const store = useDraftStore();
  const { label } = view.definition;
  const saved = findPanel(store.get().base.model, panel.id);
  const before = saved && storedValue(saved, view, scope);
  const toDefault = () => store.run(resetOption(panel, view, scope));
  const isOld = before !== undefined && before !== storedValue(panel, view, scope);
  const button = (onClick?: () => void) => (
    <IconButton size="sm" icon={RotateCcw} label={`Reset ${label}`} onClick={onClick} />
  );
  if (!isOld) return button(toDefault);
  return (
    <Menu
      label={`Reset ${label}`}
      items={[
        { label: 'Reset to the default', onSelect: toDefault },
        {
          label: 'Return to the saved value',
          onSelect: () => store.run(setOption(panel, view, before, scope, store.get().base)),
        },
      ]}
      trigger={button()}
    />
  );
}
