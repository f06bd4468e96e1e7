/** How kept queries are shown and found. */
import { formatTime } from '../../../data';
import { MIXED } from '../../../querying/sources';
import type { DataSourceUi, SourceQuery } from '../../../sdk/datasource';
import type { PastQuery } from '../api';

const LONGEST = 400;

/** One line that says what a query asks. */
export function queryText(
  query: SourceQuery,
  ui: Pick<DataSourceUi, 'summary'> | undefined,
  textKey?: string,
): string {
  const text = ui?.summary(query) || (textKey ? query[textKey] : '');
  if (typeof text === 'string' && text) return text.slice(0, LONGEST);
  const { refId: _refId, datasource: _datasource, hide: _hide, key: _key, ...content } = query;
  return JSON.stringify(content).slice(0, LONGEST);
}

export interface Day {
  title: string;
  queries: PastQuery[];
}

/** In the order they come, under the day each was run on. */
export function byDay(queries: readonly PastQuery[], timeZone: string, now = Date.now()): Day[] {
  const dayOf = (ms: number) => formatTime(ms, 'YYYY-MM-DD', timeZone);
  const names = new Map([
    [dayOf(now), 'Today'],
    [dayOf(now - 86_400_000), 'Yesterday'],
  ]);
  const days: Day[] = [];
  for (const query of queries) {
    const day = dayOf(query.createdAt * 1000);
    const title = names.get(day) ?? day;
    const last = days.at(-1);
    if (last?.title === title) last.queries.push(query);
    else days.push({ title, queries: [query] });
  }
  return days;
}

/** What is worth keeping of a run; undefined where it is nothing, or the same as before. */
export function keptQueries(
  queries: readonly SourceQuery[],
  before: string,
): SourceQuery[] | undefined {
  const kept = queries.filter(({ hide }) => !hide);
  return kept.length > 0 && JSON.stringify(kept) !== before ? kept : undefined;
}

/** The source a kept entry opens with: mixed where its queries name several. */
export function entrySource(datasourceUid: string, queries: readonly SourceQuery[]): string {
  const uids = new Set(
    queries.flatMap(({ datasource }) => {
      const { uid } = (datasource ?? {}) as { uid?: string };
      return uid && uid !== '__expr__' ? [uid] : [];
    }),
  );
  if (uids.size > 1) return MIXED;
  return datasourceUid && datasourceUid !== MIXED ? datasourceUid : ([...uids][0] ?? datasourceUid);
}
