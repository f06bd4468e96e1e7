import type { ReactNode } from 'react';
import { isPrivate, type Labels } from '../model/rules';
import styles from './Alerting.module.css';

export interface LabelListProps {
  labels: Labels;
  /** Shows no more than these; the others are counted. */
  most?: number;
  /** Long ones are shown to their end. */
  whole?: boolean;
}

export function LabelList({ labels, most = Infinity, whole }: LabelListProps): ReactNode {
  const all = Object.entries(labels).filter(([name]) => !isPrivate(name));
  if (all.length === 0) return null;
  const rest = all.slice(most);
  return (
    <span className={styles.labels} data-whole={whole || undefined}>
      {all.slice(0, most).map(([name, value]) => (
        <span key={name} className={styles.label} title={`${name}=${value}`}>
          <span>{name}</span>={value}
        </span>
      ))}
      {rest.length > 0 && (
        <span
          className={styles.label}
          data-tip={rest.map(([name, value]) => `${name}=${value}`).join(', ')}
        >
          +{rest.length}
        </span>
      )}
    </span>
  );
}
