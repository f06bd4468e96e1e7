import type { ReactNode } from 'react';
import { ColorField } from '../../../../../design';
import type { EditorProps } from './types';

export function ColorEditor(props: EditorProps<string | undefined>): ReactNode {
  const { id, label, value = '', onChange, onDone } = props;
  return (
    <ColorField id={id} label={label} value={value} clearable onChange={onChange} onDone={onDone} />
  );
}
