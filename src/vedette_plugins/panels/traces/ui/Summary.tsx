import { formatTime } from '@vedette/sdk';
import { CopyButton } from './CopyButton';
import { mainRoot } from './criticalPath';
import { durationText } from './time';
import styles from './Traces.module.css';
import type { Trace } from './useTrace';

/** What one wants to know of a trace before looking at its spans. */
export function Summary({
  trace: { tree, data },
  timeZone,
  isNarrow,
}: {
  trace: Trace;
  timeZone: string;
  isNarrow: boolean;
}) {
  const root = tree.spans[mainRoot(tree) ?? 0];
  const facts: [string, string][] = [
    ['Services', String(tree.services.length)],
    ['Depth', String(tree.deepest)],
    ['Spans', tree.spans.length.toLocaleString('en')],
  ];
  return (
    <header className={styles.summary}>
      <h3 title={root ? `${root.service}: ${root.name}` : undefined}>
        <span>{root?.service}</span> {root?.name || 'Trace'}
      </h3>
      <strong className={styles.total}>{durationText(tree.to - tree.from)}</strong>
      {!isNarrow && <time>{formatTime(tree.from, 'YYYY-MM-DD HH:mm:ss.SSS', timeZone)}</time>}
      {facts.map(([name, value]) => (
        <span key={name} className={styles.fact}>
          {name} <b>{value}</b>
        </span>
      ))}
      {tree.errors > 0 && (
        <span className={styles.errors}>
          {tree.errors} {tree.errors === 1 ? 'error' : 'errors'}
        </span>
      )}
      {tree.orphans.size > 0 && (
        <span
          className={styles.lost}
          title="Their parent spans are missing: not sampled, not sent or not received yet."
        >
          {tree.orphans.size} without parent
        </span>
      )}
      {data.id && <CopyButton text={data.id} label="trace ID" isShown={!isNarrow} />}
    </header>
  );
}
