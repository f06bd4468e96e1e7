/** One query: its source, its editor, what it returned, and what may be done with it. */
import { useMemo, useState, type ReactNode } from 'react';
import { ChevronDown, ChevronRight, Copy, Eye, EyeOff, Trash2 } from 'lucide-react';
import type { PanelModel, Target } from '../../../../../data';
import { Combobox, IconButton } from '../../../../../design';
import { loadSourceUi, useSourceUi } from '../../../../../plugins/datasources';
import { fillText } from '../../../../../querying/fill';
import { MIXED, pluginOf, resolveSource, type SourceInfo } from '../../../../../querying/sources';
import { useDashboard } from '../../../session/context';
import {
  duplicateQuery,
  hideQuery,
  isExpression,
  removeQuery,
  renameQuery,
  setQuerySource,
} from '../../draft/commands/query';
import { useDraftStore } from '../../draft/context';
import type { Preview } from '../usePreview';
import { ExpressionBody, ExpressionKindSelect, summaryOf } from './ExpressionBody';
import { SourceBody } from './SourceBody';
import styles from './Queries.module.css';

export interface QueryCardProps {
  panel: PanelModel;
  target: Target;
  preview: Preview;
  /** The grip to drag the query by. */
  handle: ReactNode;
  onRun: () => void;
}

export function QueryCard(props: QueryCardProps): ReactNode {
  const { panel, target, preview, handle } = props;
  const store = useDraftStore();
  const [isOpen, setOpen] = useState(true);
  const source = useSourceOf(panel, target, preview);
  const name = `query ${target.refId}`;
  const { frames, problems } = preview.result;
  const problem = problems.find(({ refId }) => refId === target.refId);
  const own = frames.filter(({ refId }) => refId === target.refId).length;
  const isCalculated = isExpression(target);
  const state = target.hide ? 'hidden' : `${own} ${own === 1 ? 'frame' : 'frames'}`;

  return (
    <section
      className={styles.card}
      aria-label={`Query ${target.refId}`}
      data-hidden={target.hide || undefined}
    >
      <header className={styles.head}>
        {handle}
        <IconButton
          size="sm"
          icon={isOpen ? ChevronDown : ChevronRight}
          label={isOpen ? `Collapse ${name}` : `Expand ${name}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        <RefId panel={panel} refId={target.refId} />
        {isCalculated ? (
          <ExpressionKindSelect panel={panel} target={target} />
        ) : (
          <SourceOfQuery panel={panel} target={target} source={source} />
        )}
        {!isOpen && isCalculated && <code className={styles.summary}>{summaryOf(target)}</code>}
        {!isOpen && source && <Summary target={target} source={source} />}
        <span className={styles.grow} />
        <span className={styles.count}>{state}</span>
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
          {isCalculated ? (
            <ExpressionBody panel={panel} target={target} />
          ) : source ? (
            <SourceBody
              panel={panel}
              target={target}
              preview={preview}
              source={source}
              problem={problem?.message}
              onRun={props.onRun}
            />
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

function RefId({ panel, refId }: { panel: PanelModel; refId: string }): ReactNode {
  const store = useDraftStore();
  const [text, setText] = useState(refId);
  const name = text.trim();
  const isTaken = name !== refId && panel.targets?.some((target) => target.refId === name);
  const rename = () => {
    if (name && !isTaken) store.run(renameQuery(panel, refId, name));
    else setText(refId);
  };
  return (
    <input
      className={styles.refId}
      aria-label={`Name of query ${refId}`}
      aria-invalid={isTaken || undefined}
      title={isTaken ? 'Another query has this name.' : undefined}
      value={text}
      size={Math.max(1, text.length)}
      onChange={({ target }) => setText(target.value)}
      onBlur={rename}
      onKeyDown={(event) => {
        if (event.key === 'Enter') rename();
        if (event.key === 'Escape') setText(refId);
      }}
    />
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
