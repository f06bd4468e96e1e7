/** Values of a variable: as its source's plugin finds them, else from the answer to a query. */
import type { TimeRange, VariableModel } from '../../../data';
import { loadSourceUi } from '../../../plugins/datasources';
import { pluginOf } from '../../../querying/sources';
import type { SourceInfo } from '../../../sdk/datasource';
import { askResource, runQueries } from '../../../sdk/resources';
import { valuesOf, type Found } from '../model/foundValues';

export interface FindRequest {
  model: VariableModel;
  /** The text of the query with its variables filled in. */
  query: string;
  source: SourceInfo;
  range: TimeRange;
  signal: AbortSignal;
}

export async function findMetrics(find: FindRequest): Promise<Found[]> {
  const { query, source, range, signal } = find;
  const ui = await loadSourceUi(pluginOf(source));
  if (!ui?.findValues) return findByQuery(find);
  return ui.findValues({
    query,
    source,
    range,
    ask: askResource(source.uid, signal),
    run: (queries) => runQueries(source, queries, range, signal),
  });
}

async function findByQuery({ model, query, source, range, signal }: FindRequest): Promise<Found[]> {
  const { queryText = 'query' } = source.meta ?? {};
  const stored =
    typeof model.query === 'object' && model.query !== null
      ? { ...model.query, [queryText]: query }
      : {
          [queryText]: query,
          format: 'table',
          rawQuery: true,
          stringInput: query,
          queryType: 'variable',
        };
  const scenario = pluginOf(source) === 'testdata' ? { scenarioId: 'variables-query' } : {};
  const asked = { ...scenario, ...stored, refId: `var-${model.name}` };
  return valuesOf(await runQueries(source, [asked], range, signal));
}
