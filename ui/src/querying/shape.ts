/** Answers in the form their query asked for. */
import { prometheusTable, type Frame } from '../data';
import type { QueryRequest } from './targets';

/** Prometheus queries in table format answer in series; together they become one table. */
export function shapeAnswers(frames: readonly Frame[], request: QueryRequest | undefined): Frame[] {
  const queries = request?.body.queries ?? [];
  const tables = new Set(queries.filter((query) => query.format === 'table').map((query) => query.refId));
  if (tables.size === 0) return [...frames];
  const isSeries = (frame: Frame) => tables.has(frame.refId) && isPrometheus(frame);
  const series = frames.filter(isSeries);
  if (series.length === 0) return [...frames];
  const asTable = prometheusTable(series, [...tables].map(String));
  return [...asTable, ...frames.filter((frame) => !isSeries(frame))];
}

/** Whether these are series as Prometheus answers them. */
function isPrometheus(frame: Frame): boolean {
  const type = frame.meta?.type ?? '';
  return type.startsWith('timeseries') || type.startsWith('numeric');
}
