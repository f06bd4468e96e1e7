import type { ReactNode } from 'react';
import { Input, TextArea } from '../../../../../design';
import type { DefinitionOf, EditorProps } from './types';

type Props = EditorProps<string | undefined, DefinitionOf<'text'>>;

export function TextEditor(props: Props): ReactNode {
  const { id, label, value = '', onChange, onDone, definition } = props;
  const { placeholder, multiline } = definition;
  const common = { id, 'aria-label': label, value, placeholder, onBlur: onDone };
  if (multiline) return <TextArea {...common} rows={3} onChange={onChange} />;
  return (
    <Input
      {...common}
      size="sm"
      onChange={onChange}
      onKeyDown={(event) => event.key === 'Enter' && onDone?.()}
    />
  );
}
