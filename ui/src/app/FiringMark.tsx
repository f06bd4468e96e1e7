import type { ReactNode } from 'react';
import { useFiringRules } from '../domains/alerting/api';
import styles from './Shell.module.css';

/**
 * A dot at the link to the alert rules while any of them is firing, with their number for screen
 * readers.
 */
export function FiringMark(): ReactNode {
  const firing = useFiringRules();
  if (firing === 0) return null;
  return (
    <>
      <span className={styles.firing} data-firing={firing} />
      <span className="vd-sr">
        ({firing.toLocaleString()} {firing === 1 ? 'rule' : 'rules'} firing)
      </span>
    </>
  );
}
