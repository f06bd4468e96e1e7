import type { ReactNode } from 'react';
import { formatTime, formatValue, formatted, type CacheInfo, type Frame } from '../data';
import type { QueryOutcome } from '../querying/outcome';
import styles from './Inspect.module.css';

export function StatsTab({
  result,
  timeZone,
}: {
  result: QueryOutcome;
  timeZone: string;
}): ReactNode {
  const { frames, request, durationMs, receivedAt, response } = result;
  const rows = frames.reduce((sum, frame) => sum + frame.length, 0);
  const bytes = response ? new Blob([JSON.stringify(response)]).size : undefined;
  const own: [string, string][] = [
    ['Request time', durationMs === undefined ? '–' : `${Math.round(durationMs)} ms`],
    ['Queries', String(request?.body.queries.length ?? 0)],
    ['Frames', String(frames.length)],
    ['Rows', rows.toLocaleString()],
    ['Response size', bytes === undefined ? '–' : formatted(formatValue(bytes, 'bytes'))],
    ['Interval', request?.interval ?? '–'],
    ['Max data points', String(request?.maxDataPoints ?? '–')],
    [
      'Time range',
      request
        ? `${formatTime(request.range.from, 'full', timeZone)} to ${formatTime(request.range.to, 'full', timeZone)}`
        : '–',
    ],
    ['Received', receivedAt === undefined ? '–' : formatTime(receivedAt, 'full', timeZone)],
  ];
  const fromCache = frames.flatMap((frame) => cacheRow(frame));
  const fromSources = frames.flatMap((frame) =>
    (frame.meta?.stats ?? []).map((stat): [string, string] => [
      `${frame.refId ?? ''} ${stat.displayName}`.trim(),
      formatted(formatValue(stat.value, stat.unit)),
    ]),
  );
  return (
    <dl className={styles.stats}>
      {[...own, ...fromCache, ...fromSources].map(([name, value], index) => (
        <div key={name + index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Only the first frame of an answer tells of it. */
function cacheRow({ refId, meta }: Frame): [string, string][] {
  return meta?.cache ? [[`Cache ${refId ?? ''}`.trim(), cacheText(meta.cache)]] : [];
}

function cacheText({ status, ageMs = 0, savedMs = 0 }: CacheInfo): string {
  if (status === 'MISS') return 'Miss: queried the data source';
  if (status === 'BYPASS') return 'Bypassed: queried the data source';
  const text = (ms: number) => formatted(formatValue(ms, 'ms'));
  return `Hit: cached ${text(ageMs)} ago, saved ${text(savedMs)}`;
}
