import { useState, type ReactNode } from 'react';
import { Pencil, Play, Trash2 } from 'lucide-react';
import {
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  IconButton,
  SearchInput,
  SkeletonRows,
} from '../../../design';
import { can } from '../../../kernel/boot';
import { useDeleteSaved, useReplaceSaved, useSaved, type SavedQuery } from '../api';
import { entrySource } from '../model/history';
import type { KeptProps } from './keptProps';
import { QueryTexts } from './QueryTexts';
import { SaveFields } from './SaveQueryDialog';
import styles from './Kept.module.css';

export function SavedList(kept: KeptProps): ReactNode {
  const [text, setText] = useState('');
  const saved = useSaved();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = (saved.data ?? []).filter((query) => {
    const all =
      `${query.title} ${query.description} ${JSON.stringify(query.queries)}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  return (
    <div className={styles.list}>
      <div className={styles.filters}>
        <SearchInput
          label="Search saved queries"
          placeholder="Search saved queries"
          value={text}
          onChange={setText}
        />
      </div>
      {saved.error && <ErrorState error={saved.error} onRetry={() => void saved.refetch()} />}
      {saved.isPending && <SkeletonRows rows={4} />}
      {saved.data?.length === 0 && (
        <EmptyState title="No saved queries yet">
          Select “Save query” below the queries of a pane to share a query with everyone in the
          organization.
        </EmptyState>
      )}
      {saved.data && saved.data.length > 0 && shown.length === 0 && (
        <EmptyState title="No matching queries">Try other search words.</EmptyState>
      )}
      <ul className={styles.items}>
        {shown.map((query) => (
          <SavedItem key={query.uid} query={query} {...kept} />
        ))}
      </ul>
    </div>
  );
}

function SavedItem({ query, sources, onUse }: KeptProps & { query: SavedQuery }): ReactNode {
  const [mode, setMode] = useState<'view' | 'edit' | 'delete'>('view');
  const remove = useDeleteSaved();
  const replace = useReplaceSaved(() => setMode('view'));
  const uid = entrySource(query.datasourceUid, query.queries);
  const mayChange = can('dashboards:write');
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <strong>{query.title}</strong>
        <span>{sources.byKey.get(uid)?.name ?? uid}</span>
        <span className={styles.grow} />
        {mayChange && (
          <>
            <IconButton
              size="sm"
              icon={Pencil}
              label={`Change ${query.title}`}
              onClick={() => setMode('edit')}
            />
            <IconButton
              size="sm"
              icon={Trash2}
              label={`Delete ${query.title}`}
              onClick={() => setMode('delete')}
            />
          </>
        )}
        <Button size="sm" icon={Play} onClick={() => onUse(uid, query.queries)}>
          Run
        </Button>
      </div>
      {mode === 'edit' ? (
        <SaveFields
          first={query}
          busy={replace.isPending}
          error={replace.error}
          onSave={(words) => replace.mutate({ ...query, ...words })}
          onCancel={() => setMode('view')}
        />
      ) : (
        query.description && <p className={styles.comment}>{query.description}</p>
      )}
      <QueryTexts sources={sources} datasourceUid={query.datasourceUid} queries={query.queries} />
      {mode === 'delete' && (
        <ConfirmDialog
          title={`Delete “${query.title}”?`}
          confirm="Delete saved query"
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate(query.uid)}
          onClose={() => setMode('view')}
        >
          The query is deleted for everyone in the organization. Dashboards are not affected.
        </ConfirmDialog>
      )}
    </li>
  );
}
