/** The lines around one, asked of the source it came from. */
import type { Frame } from '../../../data';
import { loadedSourceUi } from '../../../plugins/datasources';
import { decorated } from '../../../querying/decorate';
import type { LogsHost } from '../../../sdk/panel';
import { sourceOfQuery, type Pane } from '../model/pane';
import { planOf, type PlanContext } from './plan';
import { runRequest } from './usePaneRun';

/** Undefined where no source of the pane can tell. */
export function logContextOf(pane: Pane, context: PlanContext | undefined): LogsHost['context'] {
  if (!context) return undefined;
  const { sources, uis } = context;
  const uiOf = (query: Pane['queries'][number]) => uis.of(sourceOfQuery(pane, query, sources));
  if (!pane.queries.some((query) => uiOf(query)?.logContext)) return undefined;

  return async (frame, row, direction, limit) => {
    const query = pane.queries.find(({ refId }) => refId === frame.refId);
    const asked = query && uiOf(query)?.logContext?.({ frame, row, query, direction, limit });
    if (!asked) throw new Error('The data source of this line does not support log context.');
    const source = sourceOfQuery(pane, query, sources);
    const ref = source && { type: source.type, uid: source.uid };
    const queries = asked.queries.map((each) => ({ ...each, datasource: ref }));
    const plan = planOf({ ...pane, queries }, queries, { ...context, range: asked.range });
    if (plan.kind !== 'query') return [];
    const result = await runRequest(plan.request, new AbortController().signal);
    const [problem] = result.problems;
    if (problem) throw new Error(problem.message);
    return [...decorated(result.frames, plan.request, sources, loadedSourceUi)] as Frame[];
  };
}
