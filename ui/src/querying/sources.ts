/**
 * Which data source a reference means: nothing, a name, a uid, a variable, or one of the special
 * ones.
 */
import type { DataSourceRef } from '../data';
import type { SourceInfo } from '../sdk/datasource';

export type { SourceInfo } from '../sdk/datasource';

export const MIXED = '-- Mixed --';
export const DASHBOARD = '-- Dashboard --';
/** The source that every server has without configuring it. */
export const BUILT_IN: SourceInfo = { uid: 'grafana', name: '-- Grafana --', type: 'datasource' };
export const EXPRESSION = '__expr__';

export interface Sources {
  list: readonly SourceInfo[];
  byKey: ReadonlyMap<string, SourceInfo>;
  fallback: SourceInfo | undefined;
}

export type ResolvedSource =
  | { kind: 'source'; source: SourceInfo }
  | { kind: 'mixed' | 'dashboard' | 'expression' }
  | { kind: 'missing'; wanted: string };

export function sourcesFrom(list: readonly SourceInfo[], defaultName?: string): Sources {
  const byKey = new Map<string, SourceInfo>();
  for (const source of list) byKey.set(source.name, source);
  for (const source of list) byKey.set(source.uid, source);
  const fallback =
    list.find((source) => source.isDefault) ?? list.find((source) => source.name === defaultName);
  return { list, byKey, fallback };
}

/** Id of the plugin behind a source, whatever alias its stored type is. */
export function pluginOf(source: SourceInfo): string {
  return source.meta?.id ?? source.type;
}

/**
 * `interpolate` fills variables. A reference left with an unfilled import input
 * (`${DS_PROMETHEUS}`) means the default source of its type, so that a dashboard provisioned
 * straight from its export works.
 */
export function resolveSource(
  ref: DataSourceRef | string | null | undefined,
  sources: Sources,
  interpolate: (text: string) => string,
): ResolvedSource {
  const type = typeof ref === 'object' && ref ? ref.type : undefined;
  const written = typeof ref === 'string' ? ref : ref?.uid;
  const wanted = written ? interpolate(written) : '';

  if (wanted === MIXED) return { kind: 'mixed' };
  if (wanted === DASHBOARD) return { kind: 'dashboard' };
  if (wanted === EXPRESSION || type === EXPRESSION) return { kind: 'expression' };
  if (wanted === BUILT_IN.uid || wanted === BUILT_IN.name)
    return { kind: 'source', source: BUILT_IN };
  if (wanted === 'default') return orMissing(sources.fallback, 'default data source');
  // A variable with nothing selected names no source; only an unset reference means the default
  // one.
  if (wanted === '' && written && !type) return { kind: 'missing', wanted: written };
  if (wanted === '') return orMissing(defaultOfType(sources, type), type ?? 'default data source');

  const found = sources.byKey.get(wanted);
  if (found) return { kind: 'source', source: found };
  if (/^\$\{?\w+\}?$/.test(wanted)) return orMissing(defaultOfType(sources, type), wanted);
  return { kind: 'missing', wanted };
}

/** Sources a data source variable offers: those of its kind whose name matches the pattern. */
export function sourcesOfType(sources: Sources, type: string, pattern?: RegExp): SourceInfo[] {
  return sources.list.filter(
    (source) => source.type === type && (!pattern || pattern.test(source.name)),
  );
}

function defaultOfType(sources: Sources, type: string | undefined): SourceInfo | undefined {
  const { fallback, list } = sources;
  if (!type || type === 'datasource' || fallback?.type === type) return fallback;
  return list.find((source) => source.type === type);
}

function orMissing(source: SourceInfo | undefined, wanted: string): ResolvedSource {
  return source ? { kind: 'source', source } : { kind: 'missing', wanted };
}
