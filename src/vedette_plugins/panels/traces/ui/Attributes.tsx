import { LinkTo, safeUrl } from '@vedette/sdk';
import styles from './SpanDetail.module.css';
import type { Attribute } from './span';

interface Props {
  title: string;
  items: readonly Attribute[];
  isOpen?: boolean;
  /** Searches the trace for a text. */
  onFind: (text: string) => void;
}

const SHOWN_CLOSED = 4;

export function Attributes({ title, items, isOpen, onFind }: Props) {
  if (items.length === 0) return null;
  return (
    <details open={isOpen} className={styles.section}>
      <summary>
        {title} <b>{items.length}</b>
        <span className={styles.preview}>
          {items.slice(0, SHOWN_CLOSED).map(({ key, value }) => (
            <code key={key}>
              {key}={value}
            </code>
          ))}
        </span>
      </summary>
      <dl className={styles.attributes}>
        {items.map(({ key, value }, index) => (
          <div key={index}>
            <dt title={key}>{key}</dt>
            <dd>
              <span dir="auto">
                <Value text={value} />
              </span>
              <button
                type="button"
                title={`Find spans with ${key}=${value}`}
                aria-label={`Find spans with ${key}=${value}`}
                onClick={() =>
                  onFind(
                    /\s/.test(value) ? `"${key}=${value.replaceAll('"', '')}"` : `${key}=${value}`,
                  )
                }
              >
                Find
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Value({ text }: { text: string }) {
  const href = /^https?:\/\/\S+$/.test(text) ? safeUrl(text) : undefined;
  return href ? <LinkTo link={{ title: text, href, newTab: true }} /> : text;
}
