/** Answers in the form their query asked for. */
import { prometheusTable, type Frame } from '../data';
import type { QueryRequest } from './targets';

type Query = Record<string, unknown>;

/**
 * Prometheus queries in table format answer in series; together they become one table. Numbers of
 * one moment from Loki become a table for each query.
 */
export function shapeAnswers(frames: readonly Frame[], request: QueryRequest | undefined): Frame[] {
  const queries = request?.body.queries ?? [];
  const tables = refIdsOf(queries, (query) => query.format === 'table');
  const moments = refIdsOf(
    queries,
    (query) => typeOf(query) === 'loki' && query.queryType === 'instant',
  );
  const inTable = (frame: Frame) => tables.has(frame.refId ?? '') && isSeries(frame);
  const ofMoment = (frame: Frame) =>
    moments.has(frame.refId ?? '') && Boolean(frame.meta?.type?.startsWith('numeric'));
  const rest = frames.filter((frame) => !inTable(frame) && !ofMoment(frame));
  if (rest.length === frames.length) return [...frames];
  const series = frames.filter(inTable);
  const numbers = frames.filter((frame) => ofMoment(frame) && !inTable(frame));
  return [
    ...(series.length ? prometheusTable(series, [...tables]) : []),
    ...(numbers.length ? prometheusTable(numbers, [...moments], true) : []),
    ...rest,
  ];
}

function refIdsOf(
  queries: readonly Query[],
  isMeant: (query: Query) => boolean,
): ReadonlySet<string> {
  return new Set(queries.filter(isMeant).map(({ refId }) => String(refId)));
}

function typeOf({ datasource }: Query): unknown {
  return typeof datasource === 'object' && datasource ? (datasource as Query).type : undefined;
}

/** Whether these are series as Prometheus answers them. */
function isSeries(frame: Frame): boolean {
  const type = frame.meta?.type ?? '';
  return type.startsWith('timeseries') || type.startsWith('numeric');
}
