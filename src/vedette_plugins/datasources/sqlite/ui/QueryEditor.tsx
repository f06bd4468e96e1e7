import { SqlQueryEditor, type QueryEditorProps, type SqlQuery } from '@vedette/sdk';
import type { ReactNode } from 'react';

export function QueryEditor(props: QueryEditorProps<SqlQuery>): ReactNode {
  return <SqlQueryEditor {...props} dialect="sqlite" />;
}
