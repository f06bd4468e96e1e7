import { SqlConfigEditor, type ConfigEditorProps } from '@vedette/sdk';
import type { ReactNode } from 'react';

export function ConfigEditor(props: ConfigEditorProps): ReactNode {
  return <SqlConfigEditor {...props} dialect="postgres" />;
}
