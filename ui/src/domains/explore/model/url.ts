/**
 * Panes in the address: `panes=` with `schemaVersion=1` is written, the older `left=` and `right=`
 * are read, too.
 */
import { exploreUrl } from '../../../data';
import { MIXED, type Sources } from '../../../querying/sources';
import type { SourceQuery } from '../../../sdk/datasource';
import { MOST_PANES, storedPane, type Pane, type Panes } from './pane';

type Json = Record<string, unknown>;

/** What cannot be read is left out; no pane at all where nothing can. */
export function readPanes(search: string, sources: Sources): Panes {
  const params = new URLSearchParams(search);
  const panes = objectIn(params.get('panes'));
  const found: [string, unknown][] = panes
    ? Object.entries(panes)
    : [
        ['left', parsed(params.get('left'))],
        ['right', parsed(params.get('right'))],
      ];
  const read = found.flatMap(([key, value]) => {
    const pane = paneFrom(value, sources);
    return pane ? [[key, pane] as const] : [];
  });
  return Object.fromEntries(read.slice(0, MOST_PANES));
}

/** The path and query of these panes. */
export function panesUrl(panes: Panes): string {
  const stored = Object.entries(panes).map(([key, pane]) => [key, storedPane(pane)] as const);
  return exploreUrl(Object.fromEntries(stored));
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function paneFrom(value: unknown, sources: Sources): Pane | undefined {
  if (Array.isArray(value)) return paneFromList(value, sources);
  if (!isObject(value)) return undefined;
  const range = isObject(value.range) ? value.range : {};
  return {
    datasource: sourceUid(value.datasource, sources),
    queries: queriesFrom(value.queries),
    range: { from: timeText(range.from, 'now-1h'), to: timeText(range.to, 'now') },
    ...(isObject(value.panelsState) ? { panelsState: value.panelsState } : {}),
  };
}

/**
 * The oldest form: `[from, to, source name, query, ...]`, with a few objects that are no queries
 * among the last.
 */
function paneFromList([from, to, source, ...rest]: unknown[], sources: Sources): Pane {
  const queries = rest.filter((item) => isObject(item) && !('ui' in item) && !('mode' in item));
  return {
    datasource: sourceUid(source, sources),
    queries: queriesFrom(queries),
    range: { from: timeText(from, 'now-1h'), to: timeText(to, 'now') },
  };
}

function queriesFrom(value: unknown): SourceQuery[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map((query, index) => ({
    ...query,
    refId:
      typeof query.refId === 'string' && query.refId
        ? query.refId
        : String.fromCharCode(65 + (index % 26)),
  }));
}

/**
 * Sources are named by uid, in old addresses by name, sometimes by a reference. An unknown one is
 * kept, to be named.
 */
function sourceUid(value: unknown, sources: Sources): string {
  const written = isObject(value) ? value.uid : value;
  if (typeof written !== 'string' || written === '' || written === 'default')
    return sources.fallback?.uid ?? '';
  if (written === MIXED) return MIXED;
  return sources.byKey.get(written)?.uid ?? written;
}

function timeText(value: unknown, otherwise: string): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value) || otherwise
    : otherwise;
}

function objectIn(text: string | null): Json | undefined {
  const value = parsed(text);
  return isObject(value) ? value : undefined;
}

function parsed(text: string | null): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
