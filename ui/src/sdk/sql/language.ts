/** SQL in the code editor: colours of the dialect, tables, columns and macros in completion. */
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { MySQL, PostgreSQL, sql, SQLite, type SQLDialect } from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';
import type { AskResource } from '../datasource';
import { sqlMacros, type SqlColumn, type SqlDialectName } from './query';

const dialects: Record<SqlDialectName, SQLDialect> = {
  postgres: PostgreSQL,
  mysql: MySQL,
  sqlite: SQLite,
  duckdb: PostgreSQL,
};

export function sqlLanguage(name: SqlDialectName, schema: SqlSchema): Extension[] {
  const dialect = dialects[name];
  const language = sql({ dialect, upperCaseKeywords: true });
  return [
    language,
    dialect.language.data.of({ autocomplete: completeMacro }),
    dialect.language.data.of({
      autocomplete: (context: CompletionContext) => completeName(context, schema),
    }),
  ];
}

/** Tables and columns of one source, asked for once. */
export interface SqlSchema {
  tables: () => Promise<string[]>;
  columns: (table: string) => Promise<SqlColumn[]>;
}

export function sqlSchema(ask: AskResource): SqlSchema {
  const known = new Map<string, Promise<unknown>>();
  const once = <T>(key: string, load: () => Promise<T>): Promise<T> => {
    const found = known.get(key) as Promise<T> | undefined;
    if (found) return found;
    const loading = load();
    known.set(key, loading);
    loading.catch(() => known.delete(key));
    return loading;
  };
  return {
    tables: () => once('', () => ask<string[]>('tables')),
    columns: (table) => once(`of ${table}`, () => ask<SqlColumn[]>('columns', { table })),
  };
}

function completeMacro(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/\$\w*/);
  if (!word) return null;
  return {
    from: word.from,
    options: sqlMacros.map((macro) => ({ ...macro, type: 'function' })),
    validFor: /^\$\w*$/,
  };
}

async function completeName(
  context: CompletionContext,
  schema: SqlSchema,
): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\w".]*/);
  if (!word || (word.from === word.to && !context.explicit)) return null;
  const text = context.state.doc.toString();
  const dotted = /^(.*)\.(\w*)$/.exec(word.text);
  const tables = await schema.tables().catch(() => []);
  const used = tables.filter((table) =>
    new RegExp(`\\b(?:from|join)\\s+${escaped(table)}(?![\\w.])`, 'i').test(text),
  );
  const from = dotted ? word.from + (dotted[1] ?? '').length + 1 : word.from;
  const chosen = dotted
    ? used.filter((table) => table === dotted[1] || aliasOf(text, table) === dotted[1])
    : used;
  const columns = (
    await Promise.all(chosen.map((table) => schema.columns(table).catch(() => [])))
  ).flat();
  const options = [
    ...columns.map(({ name, type }) => ({ label: name, detail: type, type: 'property', boost: 1 })),
    ...(dotted ? [] : tables.map((table) => ({ label: table, type: 'type' }))),
  ];
  return options.length > 0 ? { from, options, validFor: /^\w*$/ } : null;
}

function aliasOf(text: string, table: string): string | undefined {
  return new RegExp(`\\b(?:from|join)\\s+${escaped(table)}\\s+(?:as\\s+)?(\\w+)`, 'i').exec(
    text,
  )?.[1];
}

const escaped = (text: string) => text.replace(/[\\^$*+?.()|[\]{}]/g, '\\$&');
