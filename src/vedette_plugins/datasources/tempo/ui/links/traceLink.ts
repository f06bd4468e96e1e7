import type { RowLink, SourceInfo } from '@vedette/sdk';

export function traceLink(
  title: string,
  source: SourceInfo,
  traceId: string,
  spanId?: string,
): RowLink {
  return {
    title,
    internal: {
      datasourceUid: source.uid,
      datasourceName: source.name,
      query: { queryType: 'traceql', query: traceId },
      ...(spanId ? { panelsState: { trace: { spanId } } } : {}),
    },
  };
}
