import { useId, useState, type ReactNode } from 'react';
import { ChevronRight } from 'lucide-react';
import styles from './Disclosure.module.css';

export interface DisclosureProps {
  title: string;
  /** How many of what is inside differ; not shown for 0. */
  count?: number;
  /** What the count counts, for screen readers. */
  countLabel?: string;
  /** What is inside in a few words, shown while it is closed. */
  summary?: ReactNode;
  /** Buttons at the end of the heading. */
  actions?: ReactNode;
  /** Give both to control it from outside. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  defaultOpen?: boolean;
  level?: 2 | 3 | 4;
  children: ReactNode;
}

/** A group under a heading that opens and closes it. */
export function Disclosure(props: DisclosureProps): ReactNode {
  const { title, count = 0, countLabel = 'changed', summary, actions, level = 3 } = props;
  const [ownOpen, setOwnOpen] = useState(props.defaultOpen ?? false);
  const id = useId();
  const open = props.open ?? ownOpen;
  const Heading = `h${level}` as const;
  const toggle = () => {
    setOwnOpen(!open);
    props.onOpenChange?.(!open);
  };
  return (
    <section className={styles.group}>
      <div className={styles.head}>
        <Heading className={styles.heading}>
          <button
            type="button"
            id={`${id}-head`}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={toggle}
          >
            <ChevronRight size={14} aria-hidden />
            <span className={styles.title}>{title}</span>
            {count > 0 && (
              <span className={styles.count}>
                {count}
                <span className="vd-sr"> {countLabel}</span>
              </span>
            )}
            {!open && summary && <span className={styles.summary}>{summary}</span>}
          </button>
        </Heading>
        {actions}
      </div>
      {open && (
        <div id={id} role="group" aria-labelledby={`${id}-head`} className={styles.body}>
          {props.children}
        </div>
      )}
    </section>
  );
}
