/** The address of Explore: what is asked there is in the URL, in the form of Grafana 10.4. */

/** A query of another source that a value leads to. */
export interface InternalLink {
  datasourceUid: string;
  datasourceName?: string;
  query: Record<string, unknown>;
  /** As written, `now-1h` or milliseconds as text; the range of the page where left out. */
  range?: { from: string; to: string };
  panelsState?: Record<string, unknown>;
}

export interface ExplorePane {
  datasource: string;
  queries: Record<string, unknown>[];
  range: { from: string; to: string };
  panelsState?: Record<string, unknown>;
}

/** `panes` by their keys, from left to right. */
export function exploreUrl(panes: Readonly<Record<string, ExplorePane>>): string {
  return `/explore?schemaVersion=1&panes=${encodeURIComponent(JSON.stringify(panes))}`;
}

export function paneOf(link: InternalLink, range: { from: string; to: string }): ExplorePane {
  const query = { refId: 'A', ...link.query, datasource: { uid: link.datasourceUid } };
  return {
    datasource: link.datasourceUid,
    queries: [query],
    range: link.range ?? range,
    ...(link.panelsState ? { panelsState: link.panelsState } : {}),
  };
}
