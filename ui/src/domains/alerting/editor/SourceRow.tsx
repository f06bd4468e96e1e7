/** A query of a data source in its query editor. */
import { useMemo, type ReactNode } from 'react';
import { Combobox, Select } from '../../../design';
import { SourceQueryEditor } from '../../../plugins/SourceQueryEditor';
import { pluginOf, type Sources } from '../../../querying/sources';
import type { SourceQuery } from '../../../sdk/datasource';
import { changedQuery } from '../model/edits';
import type { RuleQuery } from '../model/rules';
import { durationText } from '../model/times';
import type { Preview } from '../preview/usePreview';
import { newSourceQuery } from './newQuery';
import type { LogicPart } from './part';
import { RowFrame } from './RowFrame';
import styles from './Editor.module.css';

const SPANS = [60, 300, 600, 900, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 86_400, 7 * 86_400];

export interface SourceRowProps extends LogicPart {
  query: RuleQuery;
  sources: Sources;
  preview: Preview;
}

export function SourceRow(props: SourceRowProps): ReactNode {
  const { query, sources, draft, change, preview } = props;
  const { refId, datasourceUid, relativeTimeRange: span = { from: 600, to: 0 } } = query;
  const source = sources.byKey.get(datasourceUid);
  const options = useMemo(
    () =>
      sources.list
        .filter(({ meta }) => !meta?.builtIn)
        .map(({ uid, name, meta, type }) => ({
          value: uid,
          label: name,
          description: meta?.name ?? type,
        })),
    [sources],
  );
  const set = (next: RuleQuery) => change(changedQuery(draft, refId, next));
  const choose = async (uid: string) => {
    const chosen = sources.byKey.get(uid);
    if (!chosen || uid === datasourceUid) return;
    const isSameKind = source && pluginOf(source) === pluginOf(chosen);
    const model = isSameKind
      ? { ...query.model, datasource: { type: chosen.type, uid } }
      : (await newSourceQuery(chosen, refId))?.model;
    set({ ...query, datasourceUid: uid, model: model ?? query.model });
  };
  const range = useMemo(() => {
    const now = Date.now();
    return {
      from: now - span.from * 1000,
      to: now - span.to * 1000,
      raw: { from: `now-${span.from}s`, to: `now-${span.to}s` },
    };
  }, [span.from, span.to]);
  const problem = preview.problems.find((each) => each.refId === refId);
  const spans = SPANS.includes(span.from) ? SPANS : [...SPANS, span.from].sort((a, b) => a - b);
  return (
    <RowFrame
      {...props}
      key={refId}
      refId={refId}
      what="query"
      head={
        <>
          <div className={styles.source}>
            <Combobox
              label={`Data source of query ${refId}`}
              options={options}
              value={datasourceUid ? [datasourceUid] : []}
              placeholder="Choose a data source"
              onChange={([uid]) => void (uid && choose(uid))}
            />
          </div>
          <Select
            label={`Time range of query ${refId}`}
            value={String(span.from)}
            options={spans.map((seconds) => ({
              value: String(seconds),
              label: `Last ${durationText(seconds)}`,
            }))}
            onChange={(from) =>
              set({
                ...query,
                relativeTimeRange: { from: Number(from), to: Math.min(span.to, Number(from) - 1) },
              })
            }
          />
        </>
      }
    >
      {source ? (
        <SourceQueryEditor
          key={source.uid}
          query={{ ...query.model, refId } as SourceQuery}
          source={source}
          range={range}
          app="alert"
          onChange={(model) =>
            set({ ...query, queryType: model.queryType ?? '', model: { ...model } })
          }
          onRun={preview.run}
          {...(problem ? { error: problem.message } : {})}
        />
      ) : (
        <p className={styles.problem}>
          {datasourceUid
            ? `The data source ${datasourceUid} does not exist. Choose another one.`
            : 'Choose a data source for this query.'}
        </p>
      )}
    </RowFrame>
  );
}
