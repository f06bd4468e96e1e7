/** Which picture an answer asks for. */
import { prometheusTable, type Frame } from '../../../data';
import { namedByDifference } from './legend';

export interface Views {
  graph: Frame[];
  logs: Frame[];
  table: Frame[];
  trace: Frame[];
  nodeGraph: Frame[];
  flamegraph: Frame[];
}

export type ViewId = keyof Views;

/** Frames by the view their source prefers; series without a preference are drawn and listed. */
export function viewsOf(frames: readonly Frame[]): Views {
  const views: Views = { graph: [], logs: [], table: [], trace: [], nodeGraph: [], flamegraph: [] };
  for (const frame of frames) {
    if (frame.fields.length === 0) continue;
    for (const view of wantedViews(frame)) views[view].push(frame);
  }
  // Exemplars are points over a graph; without one they are listed.
  if (views.graph.every(isExemplars)) views.graph = [];
  else views.graph = namedByDifference(views.graph);
  views.table = tablesOf(views.table, instantQueries(frames));
  return views;
}

function wantedViews(frame: Frame): ViewId[] {
  const { type = '', preferredVisualisationType: wanted } = frame.meta ?? {};
  if (isExemplars(frame)) return ['graph', 'table'];
  switch (wanted) {
    case 'graph':
      return ['graph'];
    case 'logs':
    case 'trace':
    case 'nodeGraph':
    case 'flamegraph':
      return [wanted];
    case 'table':
    case 'rawPrometheus':
      return ['table'];
    default:
      if (type === 'log-lines') return ['logs'];
      return isSeries(frame) ? ['graph', 'table'] : ['table'];
  }
}

export function isExemplars({ meta }: Frame): boolean {
  return meta?.dataTopic === 'annotations';
}

/** Numbers over time, as opposed to a table that has a time in it. */
function isSeries({ meta, fields, length }: Frame): boolean {
  const type = meta?.type ?? '';
  if (type.startsWith('timeseries') || type.startsWith('heatmap')) return true;
  if (type.startsWith('numeric') || type === 'table') return false;
  const [first, ...others] = fields;
  return (
    first?.type === 'time' &&
    length > 0 &&
    others.length > 0 &&
    others.every(({ type: each }) => each === 'number')
  );
}

/** Queries that asked for the value of one moment, found or not. */
function instantQueries(frames: readonly Frame[]): Set<string> {
  return new Set(frames.filter(isInstant).map(({ refId = '' }) => refId));
}

function isInstant({ meta }: Frame): boolean {
  return meta?.type === 'numeric-multi';
}

/**
 * Series of Prometheus are many one-row frames or many long ones: one table with a column a label
 * reads better.
 */
function tablesOf(frames: readonly Frame[], instant: ReadonlySet<string>): Frame[] {
  const exemplars = frames.filter(isExemplars);
  const others = frames.filter((frame) => !isExemplars(frame));
  const labelled = others.filter(isLabelled);
  const refIds = [...new Set(labelled.map(({ refId = '' }) => refId))];
  const tables = refIds.flatMap((refId) => {
    const own = labelled.filter((frame) => (frame.refId ?? '') === refId);
    // The range of a query that asked for both is in the graph: the table lists the values of now.
    const listed = instant.has(refId) ? own.filter(isInstant) : own;
    return prometheusTable(listed, [refId]).map((table) => ({ ...table, refId }));
  });
  return [...tables, ...others.filter((frame) => !isLabelled(frame)), ...exemplars];
}

function isLabelled({ meta, fields }: Frame): boolean {
  const type = meta?.type ?? '';
  const isLong = type === 'timeseries-multi' || type === 'numeric-multi' || type === '';
  return (
    isLong && fields.length === 2 && fields[0]?.type === 'time' && fields[1]?.labels !== undefined
  );
}
