import type { ReactNode } from 'react';
import { ArrowRight } from 'lucide-react';
import { wordChanges } from './wordChanges';
import styles from './DiffView.module.css';

export interface DiffViewProps {
  /** As shown to the reader; undefined where there was or is nothing. */
  from: string | undefined;
  to: string | undefined;
}

/** Texts from this length on are compared word by word. */
const LONG = 40;

/** A value before and after a change. */
export function DiffView({ from, to }: DiffViewProps): ReactNode {
  if (from !== undefined && to !== undefined && Math.max(from.length, to.length) >= LONG)
    return (
      <span className={styles.long}>
        {wordChanges(from, to).map(({ kind, text }, index) =>
          kind === 'same' ? (
            <span key={index}>{text}</span>
          ) : kind === 'added' ? (
            <ins key={index}>
              <span className="vd-sr">added: </span>
              {text}
            </ins>
          ) : (
            <del key={index}>
              <span className="vd-sr">removed: </span>
              {text}
            </del>
          ),
        )}
      </span>
    );
  return (
    <span className={styles.short}>
      <Value text={from} tag="del" />
      <ArrowRight size={12} aria-hidden />
      <span className="vd-sr"> changed to </span>
      <Value text={to} tag="ins" />
    </span>
  );
}

function Value({ text, tag: Element }: { text: string | undefined; tag: 'del' | 'ins' }) {
  if (text === undefined) return <span className={styles.none}>not set</span>;
  return <Element>{text === '' ? '“”' : text}</Element>;
}
