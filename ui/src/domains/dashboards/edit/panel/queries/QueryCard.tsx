/** One query: its source, its editor, what it returned, and what may be done with it. */
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
import type { PanelModel, Target } from '../../../../../data';
import { Combobox, IconButton } from '../../../../../design';
import { loadSourceUi, useSourceUi } from '../../../../../plugins/datasources';
import { SourceQueryEditor } from '../../../../../plugins/SourceQueryEditor';
import { fillText } from '../../../../../querying/fill';
import { MIXED, pluginOf, resolveSource, type SourceInfo } from '../../../../../querying/sources';
import { useDashboard, useDashboardTime } from '../../../session/context';
import {
  changeQuery,
  duplicateQuery,
  hideQuery,
  moveQuery,
  removeQuery,
  setQuerySource,
} from '../../draft/commands/query';
import { useDraftStore } from '../../draft/context';
import type { Preview } from '../usePreview';
import styles from './Queries.module.css';

export interface QueryCardProps {
  panel: PanelModel;
  target: Target;
  index: number;
  preview: Preview;
  onRun: () => void;
}

export function QueryCard(props: QueryCardProps): ReactNode {
  const { panel, target, index, preview } = props;
  const store = useDraftStore();
  const [isOpen, setOpen] = useState(true);
  const source = useSourceOf(panel, target, preview);
  const name = `query ${target.refId}`;
  const { frames, problems } = preview.result;
  const problem = problems.find(({ refId }) => refId === target.refId);
  const own = frames.filter(({ refId }) => refId === target.refId).length;
  const last = (panel.targets?.length ?? 1) - 1;
  const state = target.hide ? 'hidden' : `${own} ${own === 1 ? 'frame' : 'frames'}`;

  return (
    <section
      className={styles.card}
      aria-label={`Query ${target.refId}`}
      data-hidden={target.hide || undefined}
    >
      <header className={styles.head}>
        <IconButton
          size="sm"
          icon={isOpen ? ChevronDown : ChevronRight}
          label={isOpen ? `Collapse ${name}` : `Expand ${name}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        <strong className={styles.refId}>{target.refId}</strong>
        <SourceOfQuery panel={panel} target={target} source={source} />
        {!isOpen && source && <Summary target={target} source={source} />}
        <span className={styles.grow} />
        <span className={styles.count}>{state}</span>
        <IconButton
          size="sm"
          icon={ArrowUp}
          label={`Move ${name} up`}
          disabled={index === 0}
          onClick={() => store.run(moveQuery(panel, index, index - 1))}
        />
        <IconButton
          size="sm"
          icon={ArrowDown}
          label={`Move ${name} down`}
          disabled={index === last}
          onClick={() => store.run(moveQuery(panel, index, index + 1))}
        />
        <IconButton
          size="sm"
          icon={target.hide ? EyeOff : Eye}
          pressed={Boolean(target.hide)}
          label={target.hide ? `Show ${name}` : `Hide ${name}`}
          onClick={() => store.run(hideQuery(panel, target.refId, !target.hide))}
        />
        <IconButton
          size="sm"
          icon={Copy}
          label={`Duplicate ${name}`}
          onClick={() => store.run(duplicateQuery(panel, target.refId))}
        />
        <IconButton
          size="sm"
          icon={Trash2}
          label={`Remove ${name}`}
          onClick={() => store.run(removeQuery(panel, target.refId))}
        />
      </header>
      {isOpen && (
        <div className={styles.body}>
          {source ? (
            <QueryBody {...props} source={source} problem={problem?.message} />
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
    </section>
  );
}

function useSourceOf(
  panel: PanelModel,
  target: Target,
  { scope }: Preview,
): SourceInfo | undefined {
  const { sources } = useDashboard();
  return useMemo(() => {
    const fill = (text: string) => fillText(text, scope.values);
    const isShared = panel.datasource && panel.datasource.uid !== MIXED;
    const resolved = resolveSource(isShared ? panel.datasource : target.datasource, sources, fill);
    return resolved.kind === 'source' ? resolved.source : undefined;
  }, [panel.datasource, target.datasource, sources, scope.values]);
}

interface SourceOfQueryProps {
  panel: PanelModel;
  target: Target;
  source: SourceInfo | undefined;
}

function SourceOfQuery({ panel, target, source }: SourceOfQueryProps): ReactNode {
  const store = useDraftStore();
  const { sources } = useDashboard();
  const choose = async (uid: string) => {
    const chosen = sources.byKey.get(uid);
    if (!chosen || chosen === source) return;
    const isSameKind = source && pluginOf(source) === pluginOf(chosen);
    const ui = isSameKind ? undefined : await loadSourceUi(pluginOf(chosen)).catch(() => undefined);
    const next: Target = isSameKind
      ? target
      : { refId: target.refId, ...ui?.defaultQuery('panel') };
    const ref = { type: chosen.type, uid: chosen.uid };
    store.run(setQuerySource(panel, target.refId, ref, next));
  };
  const options = sources.list.map(({ uid, name, type, meta }) => ({
    value: uid,
    label: name,
    description: meta?.name ?? type,
  }));
  return (
    <span className={styles.source}>
      <Combobox
        label={`Data source of query ${target.refId}`}
        options={options}
        value={source ? [source.uid] : []}
        onChange={([uid]) => uid && void choose(uid)}
        placeholder="Choose a data source"
      />
    </span>
  );
}

function Summary({ target, source }: { target: Target; source: SourceInfo }): ReactNode {
  const state = useSourceUi(pluginOf(source));
  return (
    <code className={styles.summary}>
      {state.state === 'ready' ? state.ui.summary(target) : ''}
    </code>
  );
}

interface QueryBodyProps extends QueryCardProps {
  source: SourceInfo;
  problem: string | undefined;
}

function QueryBody({ panel, target, preview, source, problem, onRun }: QueryBodyProps): ReactNode {
  const store = useDraftStore();
  const { range } = useDashboardTime();
  const { frames } = preview.result;
  const own = useMemo(
    () => frames.filter(({ refId }) => refId === target.refId),
    [frames, target.refId],
  );
  return (
    <SourceQueryEditor
      query={target}
      source={source}
      range={range}
      app="panel"
      onChange={(next) => store.run(changeQuery(panel, target.refId, next as Target))}
      onRun={onRun}
      frames={own}
      {...(problem ? { error: problem } : {})}
    />
  );
}
