/** The queries of a panel, as a pane of Explore. */
import { exploreUrl, type PanelModel, type TimeRange } from '../../../data';
import { fillObject, fillText, type VariableValues } from '../../../querying/fill';
import { MIXED, resolveSource, type Sources } from '../../../querying/sources';

/** Undefined for panels that ask nothing. Variables are filled in: Explore has none. */
export function exploreAddress(
  { datasource, targets = [] }: PanelModel,
  range: TimeRange,
  sources: Sources,
  values: VariableValues,
): string | undefined {
  const fill = (text: string) => fillText(text, values);
  const own = resolveSource(datasource, sources, fill);
  const asked = targets.filter(({ hide, panelId }) => !hide && panelId === undefined);
  if (asked.length === 0 || own.kind === 'dashboard' || own.kind === 'missing') return undefined;
  const queries = asked.map((target) => {
    const source = resolveSource(
      own.kind === 'source' ? datasource : target.datasource,
      sources,
      fill,
    );
    const ref =
      source.kind === 'source'
        ? { type: source.source.type, uid: source.source.uid }
        : target.datasource;
    const { queryText = '', variableFormat } =
      source.kind === 'source' ? (source.source.meta ?? {}) : {};
    const text = target[queryText];
    const query = { ...fillObject(target, values), datasource: ref };
    return typeof text === 'string'
      ? { ...query, [queryText]: fillText(text, values, variableFormat) }
      : query;
  });
  const uid = own.kind === 'source' ? own.source.uid : MIXED;
  return exploreUrl({ a: { datasource: uid, queries, range: range.raw } });
}
