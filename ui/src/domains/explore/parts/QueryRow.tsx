/** One query of a pane: its editor, what may be done with it, and what went wrong. */
import { useMemo, useState, type ReactNode } from 'react';
import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  ChevronRight,
  Copy,
  Eye,
  EyeOff,
  Trash2,
} from 'lucide-react';
import { IconButton } from '../../../design';
import { MIXED, pluginOf } from '../../../querying/sources';
import type { SourceInfo, SourceQuery } from '../../../sdk/datasource';
import { loadSourceUi } from '../../../plugins/datasources';
import { SourceQueryEditor } from '../../../plugins/SourceQueryEditor';
import {
  duplicatedQuery,
  movedQuery,
  sourceOfQuery,
  withoutQuery,
  changedQuery,
  madeQuery,
} from '../model/pane';
import { usePane } from '../session/paneContext';
import { SourcePicker } from './SourcePicker';
import styles from './Explore.module.css';

export function QueryRow({ query, index }: { query: SourceQuery; index: number }): ReactNode {
  const { pane, sources, uis, change, run, result } = usePane();
  const [isOpen, setOpen] = useState(true);
  const source = sourceOfQuery(pane, query, sources);
  const problem = result.problems.find(({ refId }) => refId === query.refId);
  const summary = source ? (uis.of(source)?.summary(query) ?? '') : '';
  const name = `query ${query.refId}`;
  const moved = (by: -1 | 1) => change(movedQuery(pane, index, by));
  const chooseSource = async (uid: string) => {
    const chosen = sources.byKey.get(uid);
    if (!chosen) return;
    await loadSourceUi(pluginOf(chosen)).catch(() => undefined);
    const isSameKind = source && pluginOf(source) === pluginOf(chosen);
    const content = isSameKind ? query : uis.of(chosen)?.defaultQuery('explore');
    change(changedQuery(pane, index, madeQuery(chosen, query.refId, content)));
  };
  const toggleHidden = () => run(changedQuery(pane, index, { ...query, hide: !query.hide }));

  return (
    <div
      role="group"
      className={styles.row}
      aria-label={`Query ${query.refId}`}
      data-hidden={query.hide || undefined}
    >
      <header className={styles.rowHead}>
        <IconButton
          size="sm"
          icon={isOpen ? ChevronDown : ChevronRight}
          label={isOpen ? `Collapse ${name}` : `Expand ${name}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        <strong className={styles.refId}>{query.refId}</strong>
        {pane.datasource === MIXED ? (
          <div className={styles.rowSource}>
            <SourcePicker
              label={`Data source of ${name}`}
              sources={sources}
              value={source?.uid ?? ''}
              onChange={(uid) => void chooseSource(uid)}
            />
          </div>
        ) : (
          !isOpen && <code className={styles.summary}>{summary}</code>
        )}
        <span className={styles.grow} />
        <IconButton
          size="sm"
          icon={ArrowUp}
          label={`Move ${name} up`}
          disabled={index === 0}
          onClick={() => moved(-1)}
        />
        <IconButton
          size="sm"
          icon={ArrowDown}
          label={`Move ${name} down`}
          disabled={index === pane.queries.length - 1}
          onClick={() => moved(1)}
        />
        <IconButton
          size="sm"
          icon={Copy}
          label={`Duplicate ${name}`}
          onClick={() => change(duplicatedQuery(pane, index))}
        />
        <IconButton
          size="sm"
          icon={query.hide ? EyeOff : Eye}
          pressed={Boolean(query.hide)}
          label={query.hide ? `Enable ${name}` : `Disable ${name}`}
          onClick={toggleHidden}
        />
        <IconButton
          size="sm"
          icon={Trash2}
          label={`Remove ${name}`}
          onClick={() => change(withoutQuery(pane, index))}
        />
      </header>
      {isOpen && (
        <div className={styles.editor}>
          {source ? (
            <RowEditor query={query} index={index} source={source} error={problem?.message} />
          ) : (
            <p className={styles.problem}>Choose a data source for this query.</p>
          )}
        </div>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem.message}
        </p>
      )}
    </div>
  );
}

interface RowEditorProps {
  query: SourceQuery;
  index: number;
  source: SourceInfo;
  error: string | undefined;
}

function RowEditor({ query, index, source, error }: RowEditorProps): ReactNode {
  const { pane, change, run, range, result } = usePane();
  const frames = useMemo(
    () => result.frames.filter(({ refId }) => refId === query.refId),
    [result.frames, query.refId],
  );
  return (
    <SourceQueryEditor
      query={query}
      source={source}
      range={range}
      app="explore"
      onChange={(next) => change(changedQuery(pane, index, next))}
      onRun={() => run()}
      frames={frames}
      {...(error ? { error } : {})}
    />
  );
}
