import { useMemo, type ReactNode } from 'react';
import { Combobox, Select } from '../../design';
import type { QueryEditorProps } from '../datasource';
import { CodeEditor } from '../editor/CodeEditor';
import { InlineField, InlineFields } from '../editor/InlineField';
import { useOptions } from '../editor/useOptions';
import { askResource } from '../resources';
import { sqlLanguage, sqlSchema } from './language';
import { queryOfTable, type SqlDialectName, type SqlQuery } from './query';
import styles from './SqlQueryEditor.module.css';

export interface SqlQueryEditorProps extends QueryEditorProps<SqlQuery> {
  dialect: SqlDialectName;
}

const formats = [
  { value: 'time_series' as const, label: 'Time series' },
  { value: 'table' as const, label: 'Table' },
];

/** The query editor of every kind that is asked in SQL. */
export function SqlQueryEditor(props: SqlQueryEditorProps): ReactNode {
  const { query, source, dialect, error, onChange, onRun } = props;
  const schema = useMemo(() => sqlSchema(askResource(source.uid)), [source.uid]);
  const extensions = useMemo(() => sqlLanguage(dialect, schema), [dialect, schema]);
  const tables = useOptions(() => schema.tables(), source.uid);
  const text = query.rawSql ?? '';
  const problem = useMemo(() => problemIn(text, error), [text, error]);
  const quote = dialect === 'mysql' ? '`' : '"';
  const start = async (table: string) => {
    const columns = await schema.columns(table).catch(() => []);
    onChange({ ...query, rawQuery: true, ...queryOfTable(table, columns, quote) });
  };
  return (
    <div className={styles.editor}>
      <CodeEditor
        label="SQL"
        placeholder="SELECT $__time(created_at), value FROM metrics WHERE $__timeFilter(created_at)"
        value={text}
        extensions={extensions}
        problem={problem}
        onChange={(rawSql) => onChange({ ...query, rawSql, rawQuery: true })}
        onRun={onRun}
      />
      <InlineFields>
        <InlineField label="Format">
          <Select
            size="sm"
            value={query.format === 'table' ? 'table' : 'time_series'}
            options={formats}
            onChange={(format) => onChange({ ...query, format })}
          />
        </InlineField>
        <InlineField label="Start from a table">
          <Combobox
            label="Table"
            placeholder={tables.loading ? 'Loading…' : 'Choose a table…'}
            options={tables.options}
            loading={tables.loading}
            value={[]}
            onChange={([table]) => void (table && start(table))}
          />
        </InlineField>
      </InlineFields>
    </div>
  );
}

/** Where the database named a line and column, or quoted the word it stumbled over. */
function problemIn(
  text: string,
  error: string | undefined,
): { from: number; to: number; message: string } | undefined {
  if (!error) return undefined;
  const word = /(?:at or near|near) ["'](.+?)["']/.exec(error)?.[1];
  const at = word ? text.indexOf(word) : -1;
  return word && at >= 0 ? { from: at, to: at + word.length, message: error } : undefined;
}
