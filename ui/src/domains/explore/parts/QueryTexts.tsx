import type { ReactNode } from 'react';
import type { Sources } from '../../../querying/sources';
import type { SourceInfo, SourceQuery } from '../../../sdk/datasource';
import { queryText } from '../model/history';
import { useSourceUis } from '../session/useSourceUis';
import styles from './Kept.module.css';

export interface QueryTextsProps {
  sources: Sources;
  datasourceUid: string;
  queries: readonly SourceQuery[];
}

/** Kept queries, a line each, in the words of their sources. */
export function QueryTexts({ sources, datasourceUid, queries }: QueryTextsProps): ReactNode {
  const sourceOf = ({ datasource }: SourceQuery): SourceInfo | undefined => {
    const { uid } = (datasource ?? {}) as { uid?: string };
    return sources.byKey.get(uid ?? datasourceUid) ?? sources.byKey.get(datasourceUid);
  };
  const uis = useSourceUis(queries.map(sourceOf));
  return (
    <ul className={styles.texts}>
      {queries.map((query) => {
        const source = sourceOf(query);
        return (
          <li key={query.refId}>
            <code>{queryText(query, uis.of(source), source?.meta?.queryText)}</code>
          </li>
        );
      })}
    </ul>
  );
}
