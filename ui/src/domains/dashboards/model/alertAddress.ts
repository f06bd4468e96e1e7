/** The queries of a panel, as the beginning of an alert rule. */
import type { PanelModel, TimeRange } from '../../../data';
import { fillObject, fillText, type VariableValues } from '../../../querying/fill';
import { resolveSource, type Sources } from '../../../querying/sources';

const EXPRESSION = '__expr__';

export interface AlertFrom {
  panel: PanelModel;
  /** As it is shown: variables are filled in. */
  title: string;
  dashboardUid: string;
  folderUid?: string;
  range: TimeRange;
  sources: Sources;
  values: VariableValues;
  /** Where the editor goes back to. */
  returnTo: string;
}

/**
 * Undefined for panels that ask nothing a rule could ask. Variables are bound to what they are now;
 * the time and the step (`$__range`, `$__interval`) stay open: each evaluation has its own.
 */
export function alertAddress({
  panel,
  title,
  dashboardUid,
  folderUid,
  range,
  sources,
  values,
  returnTo,
}: AlertFrom): string | undefined {
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith('__')));
  const fill = (text: string) => fillText(text, own);
  const panelSource = resolveSource(panel.datasource, sources, fill);
  const seconds = Math.max(60, Math.round((range.to - range.from) / 1000));
  const queries = (panel.targets ?? []).flatMap((target) => {
    if (target.panelId !== undefined) return [];
    const isExpression = target.datasource?.type === EXPRESSION;
    const source = resolveSource(
      panelSource.kind === 'source' && !isExpression ? panel.datasource : target.datasource,
      sources,
      fill,
    );
    if (source.kind !== 'source' && !isExpression) return [];
    const info = source.kind === 'source' ? source.source : undefined;
    const { queryText = '', variableFormat } = info?.meta ?? {};
    const text = target[queryText];
    const { hide: _hide, ...model } = {
      ...fillObject(target, own),
      ...(typeof text === 'string' ? { [queryText]: fillText(text, own, variableFormat) } : {}),
      datasource: info ? { type: info.type, uid: info.uid } : { type: EXPRESSION, uid: EXPRESSION },
    };
    return [
      {
        refId: target.refId,
        queryType: target.queryType ?? '',
        relativeTimeRange: info ? { from: seconds, to: 0 } : { from: 0, to: 0 },
        datasourceUid: info?.uid ?? EXPRESSION,
        model,
      },
    ];
  });
  if (queries.length === 0) return undefined;
  const defaults = {
    type: 'grafana',
    name: title,
    queries,
    ...(folderUid ? { folder: { uid: folderUid } } : {}),
    annotations: [
      { key: '__dashboardUid__', value: dashboardUid },
      { key: '__panelId__', value: String(panel.id) },
    ],
  };
  const search = new URLSearchParams({ defaults: JSON.stringify(defaults), returnTo });
  return `/alerting/new?${search.toString()}`;
}
