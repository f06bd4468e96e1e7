import { useState } from 'react';
import { formatTime, LinkTo, type PanelHost, type ResolvedLink } from '@vedette/sdk';
import { laidOut } from './laidOut';
import { shapeOf, type LogLine } from './lines';
import styles from './Logs.module.css';

interface Props {
  line: LogLine;
  timeZone: string;
  width: number;
  onFilter: PanelHost<object>['addFilter'];
}

const MARGIN = 41;

/** Everything known of one line: its text in full, links, labels and the other fields of its row. */
export function LogDetails({ line, timeZone, width, onFilter }: Props) {
  const [copied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(line.text).then(() => setCopied(true), () => setCopied(false));
  const labels = Object.entries(line.labels);
  const fields = otherFields(line);
  const links = rowLinks(line);
  return (
    <div className={styles.details} style={{ width: width - MARGIN }}>
      <div className={styles.detailsHead}>
        <time>{formatTime(line.time, 'YYYY-MM-DD HH:mm:ss.SSS', timeZone)}</time>
        {links.map((link, index) => (
          <LinkTo key={index} link={link} className={styles.detailLink} />
        ))}
        <button type="button" onClick={copy}>
          {copied ? 'Copied' : 'Copy line'}
        </button>
      </div>
      <pre dir="auto">{laidOut(line.text)}</pre>
      <Pairs title="Labels" pairs={labels} onFilter={onFilter} />
      <Pairs title="Fields" pairs={fields} />
    </div>
  );
}

interface PairsProps {
  title: string;
  pairs: [name: string, value: string][];
  onFilter?: Props['onFilter'];
}

function Pairs({ title, pairs, onFilter }: PairsProps) {
  if (pairs.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <dl>
        {pairs.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
            {onFilter && (
              <span className={styles.filters}>
                <button type="button" title={`Only ${name} = ${value}`} aria-label={`Only ${name} = ${value}`} onClick={() => onFilter(name, '=', value)}>
                  +
                </button>
                <button type="button" title={`Not ${name} = ${value}`} aria-label={`Not ${name} = ${value}`} onClick={() => onFilter(name, '!=', value)}>
                  −
                </button>
              </span>
            )}
          </div>
        ))}
      </dl>
    </>
  );
}

function otherFields({ frame, row }: LogLine): [string, string][] {
  const shape = shapeOf(frame);
  const known = new Set([shape?.time, shape?.body, shape?.labels, shape?.precise]);
  return frame.fields
    .filter((field) => !known.has(field) && field.name !== 'labelTypes')
    .map((field): [string, string] => [field.displayName ?? field.name, valueText(field.values[row])])
    .filter(([, value]) => value !== '');
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function rowLinks({ frame, row }: LogLine): ResolvedLink[] {
  return frame.fields.flatMap((field) => field.getLinks?.(row) ?? []);
}
