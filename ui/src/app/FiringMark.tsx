import type { ReactNode } from 'react';
import { useFiringRules } from '../domains/alerting/api';
import styles from './Shell.module.css';

/** A dot at the way to the alert rules while any of them fires; who does not see it hears how many. */
export function FiringMark(): ReactNode {
  const firing = useFiringRules();
  if (firing === 0) return null;
  return (
    <>
      <span className={styles.firing} data-firing={firing} />
      <span className="vd-sr">
        ({firing.toLocaleString()} {firing === 1 ? 'rule fires' : 'rules fire'})
      </span>
    </>
  );
}
