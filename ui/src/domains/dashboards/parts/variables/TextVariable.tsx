import { memo, useEffect, useState, type ReactNode } from 'react';
import { useDashboard } from '../../session/context';
import type { VariableState } from '../../session/variableStore';
import styles from './Variables.module.css';

/** A value that is typed; it counts when the field is left or Enter is pressed. */
export const TextVariable = memo(function TextVariable({
  state,
}: {
  state: VariableState;
}): ReactNode {
  const { chooseVariable } = useDashboard();
  const { model } = state;
  const current = state.selected[0] ?? '';
  const [text, setText] = useState(current);
  useEffect(() => setText(current), [current]);
  const commit = () => {
    if (text !== current) chooseVariable(model.name, [text]);
  };
  return (
    <label className={styles.text} data-tip={model.description || undefined}>
      <b className={model.hide === 1 ? 'vd-sr' : undefined}>{model.label || model.name}</b>
      <input
        value={text}
        size={Math.min(40, Math.max(8, text.length))}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') setText(current);
        }}
      />
    </label>
  );
});
