/**
 * Links, columns and names that the page side of a source adds to what its server side answered.
 */
import { useEffect, useMemo, useState } from 'react';
import type { Frame } from '../data';
import { usePatternEngine } from '../plugins/usePatternEngine';
import { loadedSourceUi, loadSourceUi } from '../plugins/datasources';
import type { DataSourceUi, SourceInfo, SourceQuery } from '../sdk/datasource';
import { pluginOf, type Sources } from './sources';
import type { QueryRequest } from './targets';

/** Answers that are drawn as they are; the others may carry links. */
const PLAIN = new Set([undefined, '', 'graph', 'rawPrometheus', 'flamegraph']);

/**
 * Frames with what their sources add, undefined while that code is on its way. Answers of plain
 * metrics cause nothing to be fetched.
 */
export function useDecorated(
  frames: readonly Frame[],
  request: QueryRequest | undefined,
  sources: Sources,
): readonly Frame[] | undefined {
  const wanted = useMemo(() => pluginsFor(frames, request, sources), [frames, request, sources]);
  const isReady = useSourceUis(wanted);
  const hasPatterns = usePatternEngine();
  return useMemo(
    () => (isReady ? decorated(frames, request, sources, loadedSourceUi) : undefined),
    // Expressions find more once their engine is loaded.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [isReady, frames, request, sources, hasPatterns],
  );
}

/** Pure but for `uiOf`, which gives the page side of a plugin where it is loaded. */
export function decorated(
  frames: readonly Frame[],
  request: QueryRequest | undefined,
  sources: Sources,
  uiOf: (pluginId: string) => Pick<DataSourceUi, 'decorate'> | undefined,
): readonly Frame[] {
  if (!request) return frames;
  const groups = new Map<SourceInfo, Frame[]>();
  for (const frame of frames) {
    const source = needsDecoration(frame) ? sourceOf(frame, request, sources) : undefined;
    if (!source || !uiOf(pluginOf(source))?.decorate) continue;
    groups.set(source, [...(groups.get(source) ?? []), frame]);
  }
  if (groups.size === 0) return frames;

  const done: Frame[] = [];
  const replaced = new Set<Frame>();
  for (const [source, own] of groups) {
    own.forEach((frame) => replaced.add(frame));
    done.push(...decoratedBy(uiOf(pluginOf(source)), own, { source, request, sources }));
  }
  // Where a source turns one frame into several they stand at the place of the first.
  const order = [...new Set(frames.map((frame) => frame.refId))];
  const rest = frames.filter((frame) => !replaced.has(frame));
  return order
    .flatMap((refId) => [...done, ...rest].filter((frame) => frame.refId === refId))
    .concat(done.filter((frame) => !order.includes(frame.refId)));
}

interface Surroundings {
  source: SourceInfo;
  request: QueryRequest;
  sources: Sources;
}

function decoratedBy(
  ui: Pick<DataSourceUi, 'decorate'> | undefined,
  frames: Frame[],
  { source, request, sources }: Surroundings,
): readonly Frame[] {
  try {
    const made = ui?.decorate?.(frames, {
      source,
      sourceByUid: (uid) => sources.byKey.get(uid),
      queryOf: (refId) =>
        request.body.queries.find((query) => query.refId === refId) as SourceQuery | undefined,
      range: request.range,
    });
    return made ?? frames;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const notice = {
      severity: 'warning' as const,
      text: `The links of ${source.name} could not be created: ${reason}`,
    };
    return frames.map((frame) => ({
      ...frame,
      meta: { ...frame.meta, notices: [...(frame.meta?.notices ?? []), notice] },
    }));
  }
}

export function needsDecoration({ meta }: Frame): boolean {
  return meta?.dataTopic === 'annotations' || !PLAIN.has(meta?.preferredVisualisationType);
}

function pluginsFor(
  frames: readonly Frame[],
  request: QueryRequest | undefined,
  sources: Sources,
): string[] {
  if (!request) return [];
  const found = frames.filter(needsDecoration).map((frame) => sourceOf(frame, request, sources));
  return [...new Set(found.flatMap((source) => (source ? [pluginOf(source)] : [])))];
}

function sourceOf(
  { refId }: Frame,
  request: QueryRequest,
  sources: Sources,
): SourceInfo | undefined {
  const query = request.body.queries.find((one) => one.refId === refId);
  const { uid } = (query?.datasource ?? {}) as { uid?: string };
  return uid ? sources.byKey.get(uid) : undefined;
}

/** Whether the code of these plugins is here; what cannot be fetched is not waited for. */
function useSourceUis(plugins: readonly string[]): boolean {
  const key = plugins.join(' ');
  const [ready, setReady] = useState('');
  useEffect(() => {
    if (!key) return;
    let active = true;
    void Promise.allSettled(plugins.map(loadSourceUi)).then(() => active && setReady(key));
    return () => {
      active = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` stands for the plugins
  }, [key]);
  return ready === key || plugins.every(loadedSourceUi);
}
