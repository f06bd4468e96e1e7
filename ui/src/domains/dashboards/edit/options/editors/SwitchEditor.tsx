import type { ReactNode } from 'react';
import { Switch } from '../../../../../design';
import type { EditorProps } from './types';

export function SwitchEditor(props: EditorProps<boolean | undefined>): ReactNode {
  const { id, label, value = false, onChange, onDone } = props;
  return (
    <Switch
      id={id}
      label={<span className="vd-sr">{label}</span>}
      checked={value}
      onChange={(checked) => {
        onChange(checked);
        onDone?.();
      }}
    />
  );
}
