import type { ReactNode } from 'react';
import { formatTime, formatValue, formatted } from '../../../../data';
import { useDashboard } from '../../session/context';
import type { InspectSubject } from './subject';
import styles from './Inspect.module.css';

export function StatsTab({ subject }: { subject: InspectSubject }): ReactNode {
  const { timeZone } = useDashboard();
  const { frames, request, durationMs, receivedAt, response } = subject.result;
  const rows = frames.reduce((sum, frame) => sum + frame.length, 0);
  const bytes = response ? new Blob([JSON.stringify(response)]).size : undefined;
  const own: [string, string][] = [
    ['Request time', durationMs === undefined ? '–' : `${Math.round(durationMs)} ms`],
    ['Queries', String(request?.body.queries.length ?? 0)],
    ['Series or tables', String(frames.length)],
    ['Rows', rows.toLocaleString()],
    ['Answer', bytes === undefined ? '–' : formatted(formatValue(bytes, 'bytes'))],
    ['Interval', request?.interval ?? '–'],
    ['Most data points', String(request?.maxDataPoints ?? '–')],
    [
      'Time range',
      request
        ? `${formatTime(request.range.from, 'full', timeZone)} to ${formatTime(request.range.to, 'full', timeZone)}`
        : '–',
    ],
    ['Received', receivedAt === undefined ? '–' : formatTime(receivedAt, 'full', timeZone)],
  ];
  const fromSources = frames.flatMap((frame) =>
    (frame.meta?.stats ?? []).map((stat): [string, string] => [
      `${frame.refId ?? ''} ${stat.displayName}`.trim(),
      formatted(formatValue(stat.value, stat.unit)),
    ]),
  );
  return (
    <dl className={styles.stats}>
      {[...own, ...fromSources].map(([name, value], index) => (
        <div key={name + index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
