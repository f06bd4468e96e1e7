import { useState } from 'react';
import { LinkTo } from '@vedette/sdk';
import { FieldRows } from './FieldRows';
import { fieldsOf, linksOf, type Origin } from './fields';
import { laidOut } from './laidOut';
import type { LogLine } from './lines';
import { preciseMoment } from './moments';
import type { LinesView } from './view';
import styles from './Details.module.css';

const MARGIN = 41;

const GROUPS: [origin: Origin, title: string][] = [
  ['label', 'Labels'],
  ['metadata', 'Structured metadata'],
  ['parsed', 'Parsed by the query'],
  ['line', 'Fields in the line'],
  ['column', 'Fields'],
];

/** Everything known of one line: its text in full, links, labels and fields. */
export function LogDetails({ line, view }: { line: LogLine; view: LinesView }) {
  const { showAround } = view;
  const fields = fieldsOf(line);
  return (
    <div className={styles.details} style={{ width: view.width - MARGIN }}>
      <div className={styles.head}>
        <time>{preciseMoment(line, view.timeZone)}</time>
        {linksOf(line).map((link, index) => (
          <LinkTo key={index} link={link} className={styles.link} />
        ))}
        <span className={styles.headActions}>
          {showAround && (
            <button type="button" onClick={() => showAround(line)}>
              Log context
            </button>
          )}
          <CopyButton text={line.text} label="Copy line" />
        </span>
      </div>
      <pre dir="auto" tabIndex={0} aria-label="Whole line">
        {laidOut(line.text)}
      </pre>
      {GROUPS.map(([origin, title]) => (
        <FieldRows
          key={origin}
          title={title}
          fields={fields.filter((field) => field.origin === origin)}
          view={view}
        />
      ))}
    </div>
  );
}

function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <button type="button" onClick={copy}>
      {isCopied ? 'Copied' : label}
    </button>
  );
}
