import { formatTime, LinkTo } from '@vedette/sdk';
import { Attributes } from './Attributes';
import { CopyButton } from './CopyButton';
import styles from './SpanDetail.module.css';
import type { Reference, Span, SpanEvent, TraceData } from './span';
import { durationText } from './time';
import type { TraceTree } from './tree';

interface Props {
  span: Span;
  at: number;
  data: TraceData;
  tree: TraceTree;
  color: string;
  timeZone: string;
  width: number;
  onFind: (text: string) => void;
  onGoToSpan: (id: string) => void;
}

/** Everything a span tells, and where it leads: logs, metrics, the spans it refers to. */
export function SpanDetail({
  span,
  at,
  data,
  tree,
  color,
  timeZone,
  width,
  onFind,
  onGoToSpan,
}: Props) {
  const details = data.detailsOf(span);
  const below = (tree.end[at] ?? at + 1) - at - 1;
  const facts: [string, string][] = [
    ['Service', span.service],
    ['Start', `${durationText(span.start - tree.from)} after the trace start`],
    ['Duration', durationText(span.duration)],
    ['Kind', details.kind],
    [
      'Status',
      details.status === 'unset'
        ? ''
        : [details.status, details.statusMessage].filter(Boolean).join(': '),
    ],
    ['Library', details.library],
    ['Trace state', details.traceState],
    ['Descendant spans', below > 0 ? String(below) : ''],
  ];
  return (
    <section
      className={styles.detail}
      style={{ width: width - 32, borderInlineStartColor: color }}
      aria-label={`Details of ${span.name}`}
    >
      <div className={styles.head}>
        <h4>{span.name}</h4>
        {details.links.map((link, index) => (
          <LinkTo key={index} link={link} className={styles.link} />
        ))}
        <span className={styles.space} />
        <CopyButton text={span.id} label="span ID" isShown />
      </div>
      <dl className={styles.facts}>
        {facts.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd data-error={(name === 'Status' && span.isError) || undefined}>{value}</dd>
            </div>
          ) : null,
        )}
        <div>
          <dt>Start time</dt>
          <dd>{formatTime(span.start, 'YYYY-MM-DD HH:mm:ss.SSS', timeZone)}</dd>
        </div>
      </dl>
      <Warnings texts={[...details.warnings, ...ownWarnings(span, at, tree)]} />
      <Attributes title="Span attributes" items={details.tags} onFind={onFind} isOpen />
      <Attributes title="Resource attributes" items={details.process} onFind={onFind} />
      <Events events={details.events} span={span} />
      <References references={details.references} tree={tree} onGoToSpan={onGoToSpan} />
      {details.stackTraces.map((text, index) => (
        <details key={index} open className={styles.section}>
          <summary>Stack trace</summary>
          <pre>{text}</pre>
        </details>
      ))}
    </section>
  );
}

/** What the times and parents of a span give away. */
function ownWarnings(span: Span, at: number, tree: TraceTree): string[] {
  const parent = tree.spans[tree.parent[at] ?? -1];
  const warnings: string[] = [];
  if (tree.orphans.has(span))
    warnings.push(`The parent span ${span.parentId} is not in the trace.`);
  if (parent && span.start < parent.start) {
    warnings.push(
      `The span started ${durationText(parent.start - span.start)} before its parent. The clocks of the hosts may differ.`,
    );
  }
  return warnings;
}

function Warnings({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul className={styles.warnings}>
      {texts.map((text, index) => (
        <li key={index}>{text}</li>
      ))}
    </ul>
  );
}

function Events({ events, span }: { events: readonly SpanEvent[]; span: Span }) {
  if (events.length === 0) return null;
  return (
    <details open className={styles.section}>
      <summary>
        Events <b>{events.length}</b>
      </summary>
      <ol className={styles.events}>
        {events.map((event, index) => (
          <li key={index}>
            <time title="After the start of the span">
              {Number.isNaN(event.time) ? '' : durationText(Math.max(0, event.time - span.start))}
            </time>
            <div>
              {event.name && <strong>{event.name}</strong>}
              {event.fields.map(({ key, value }) => (
                <p key={key} data-stack={key === 'exception.stacktrace' || undefined}>
                  <span>{key}</span> {value}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </details>
  );
}

function References({
  references,
  tree,
  onGoToSpan,
}: {
  references: readonly Reference[];
  tree: TraceTree;
  onGoToSpan: (id: string) => void;
}) {
  if (references.length === 0) return null;
  const known = new Set(tree.spans.map(({ id }) => id));
  return (
    <details open className={styles.section}>
      <summary>
        Links to other spans <b>{references.length}</b>
      </summary>
      <ul className={styles.references}>
        {references.map(({ traceId, spanId, tags }, index) => (
          <li key={index}>
            {known.has(spanId) ? (
              <button type="button" onClick={() => onGoToSpan(spanId)}>
                Show span {spanId}
              </button>
            ) : (
              <span>
                Span <code>{spanId}</code> of trace <code>{traceId}</code>
              </span>
            )}
            {traceId && <CopyButton text={traceId} label="trace ID" />}
            {tags.map(({ key, value }) => (
              <code key={key}>
                {key}={value}
              </code>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}
