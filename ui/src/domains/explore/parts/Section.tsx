import { useId, useState, type ReactNode } from 'react';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { usePaneResults } from '../session/paneContext';
import styles from './Explore.module.css';

export interface SectionProps {
  title: string;
  note?: ReactNode;
  /** At the right end of its head, while it is open. */
  actions?: ReactNode;
  /** Pixels of its content; what is drawn fills it. */
  height?: number;
  isOpenFirst?: boolean;
  children: ReactNode;
}

/** One result of a pane: what it is, and its picture, which can be folded away. */
export function Section({
  title,
  note,
  actions,
  height,
  isOpenFirst = true,
  children,
}: SectionProps): ReactNode {
  const [isOpen, setOpen] = useState(isOpenFirst);
  const { fold } = usePaneResults();
  const toggle = () => {
    setOpen(!isOpen);
    fold(title, isOpen);
  };
  const id = useId();
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <div role="group" className={styles.section} aria-label={title}>
      <header className={styles.sectionHead}>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          <Icon size={14} aria-hidden />
          <h2>{title}</h2>
        </button>
        {note && <span className={styles.note}>{note}</span>}
        <span className={styles.grow} />
        {isOpen && actions}
      </header>
      {isOpen && (
        <div id={id} className={styles.sectionBody} style={height ? { height } : undefined}>
          {children}
        </div>
      )}
    </div>
  );
}
