import { loadedSourceUi, loadSourceUi } from '../../../plugins/datasources';
import { pluginOf, type Sources } from '../../../querying/sources';
import { bootSources } from '../../../querying/bootSources';
import type { SourceInfo, SourceQuery } from '../../../sdk/datasource';
import type { RuleQuery } from '../model/rules';

const TEN_MINUTES = { from: 600, to: 0 };

/** An empty query of a data source with the defaults of its query editor. */
export async function newSourceQuery(
  source: SourceInfo | undefined,
  refId: string,
): Promise<RuleQuery | undefined> {
  if (!source) return undefined;
  const ui = await loadSourceUi(pluginOf(source)).catch(() => undefined);
  return {
    refId,
    queryType: '',
    relativeTimeRange: TEN_MINUTES,
    datasourceUid: source.uid,
    model: {
      ...ui?.defaultQuery('panel'),
      refId,
      datasource: { type: source.type, uid: source.uid },
    },
  };
}

/** The default data source, or any that supports queries. */
export function firstSource(sources: Sources): SourceInfo | undefined {
  const own = sources.list.filter(({ meta }) => !meta?.builtIn);
  return own.find((source) => source === sources.fallback) ?? own[0];
}

/**
 * Whether a query is empty. Unknown, and so false, until the code of its data source has loaded.
 */
export function isEmptyQuery({ datasourceUid, model, refId }: RuleQuery): boolean {
  const source = bootSources().byKey.get(datasourceUid);
  const ui = source && loadedSourceUi(pluginOf(source));
  return ui?.isBlank?.({ ...model, refId } as SourceQuery) ?? false;
}
